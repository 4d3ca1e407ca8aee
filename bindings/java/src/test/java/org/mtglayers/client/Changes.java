package org.mtglayers.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The loop of an engine: begin with a state, play each event, and ask what it changed.
 *
 * <p>The argument is a file that has the parameters of {@code board.new} as {@code board}, and a list {@code events}.
 * MTGLAYERS is the command that starts mtglayers. Prints the milliseconds per event, first when every answer has all
 * objects, then when it has only those that changed ({@code since}). Both ways must end with the same objects.
 */
public final class Changes {
    private final Layers layers;
    private final String board;
    private final boolean changesOnly;
    private final Map<String, Object> objects = new HashMap<>();
    private String since = "";

    private Changes(Layers layers, JsonNode start, boolean changesOnly) throws IOException {
        this.layers = layers;
        this.changesOnly = changesOnly;
        board = layers.call(Method.BOARD_NEW, start).board();
    }

    /** Ask for the objects, and keep them. */
    private void solve() throws IOException {
        var asked = new HashMap<String, Object>(Map.of("board", board, "include", List.of("objects")));
        if (changesOnly) {
            asked.put("since", since);
        }
        var answer = layers.call(Method.SOLVE, asked);
        if (answer.since() == null) {
            objects.clear(); // the answer is complete
        }
        if (answer.gone() != null) {
            answer.gone().forEach(objects::remove);
        }
        answer.objects().forEach(each -> objects.put(each.id(), each));
        since = answer.version();
    }

    /** Play all events; return the milliseconds for each. */
    private double play(JsonNode events) throws IOException {
        solve();
        long began = System.nanoTime();
        for (JsonNode event : events) {
            layers.call(Method.BOARD_PUSH, Map.of("board", board, "event", event));
            solve();
        }
        return (System.nanoTime() - began) / 1e6 / events.size();
    }

    public static void main(String[] arguments) throws IOException {
        JsonNode file = new ObjectMapper().readTree(new File(arguments[0]));
        String command = Optional.ofNullable(System.getenv("MTGLAYERS")).orElse("mtglayers");
        var times = new ArrayList<Double>();
        var objects = new ArrayList<Map<String, Object>>();
        try (var layers = new Layers(List.of(command.split("\\s+")))) {
            for (boolean changesOnly : new boolean[] {false, true}) {
                var changes = new Changes(layers, file.get("board"), changesOnly);
                times.add(changes.play(file.get("events")));
                objects.add(changes.objects);
            }
        }
        if (!objects.get(0).equals(objects.get(1))) {
            throw new IllegalStateException("the changes do not add up to the complete answer");
        }
        System.out.println(times);
    }
}
