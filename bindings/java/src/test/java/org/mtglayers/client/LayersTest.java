package org.mtglayers.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Against a real server: MTGLAYERS is the command that starts mtglayers (by default {@code mtglayers}). */
class LayersTest {
    private static Layers layers;

    @BeforeAll
    static void start() throws IOException {
        String command = Optional.ofNullable(System.getenv("MTGLAYERS")).orElse("mtglayers");
        layers = new Layers(List.of(command.split("\\s+")));
    }

    @AfterAll
    static void stop() {
        layers.close();
    }

    private static Map<String, Object> object(String id, String card, int timestamp, String... facts) {
        return Map.of("id", id, "card", card, "controller", "Ben", "timestamp", timestamp, "facts", List.of(facts));
    }

    @Test
    void aStateIsSolvedChangedAndExplained() throws IOException {
        var objects = List.of(
            object("moon", "Blood Moon", 1),
            object("limb", "Life and Limb", 2),
            object("token", "Saproling", 3, "token"));
        var state = Map.of("players", List.of("Ana", "Ben"), "objects", objects);
        String board = layers.call(Method.BOARD_NEW, Map.of("state", state)).board();
        var asked = Map.of("board", board, "include", List.of("objects"), "objects", List.of("token"));
        assertEquals(List.of("Saproling", "Mountain"), layers.call(Method.SOLVE, asked).objects().get(0).subtypes());

        layers.call(Method.BOARD_PUSH, Map.of("board", board, "event", Map.of("leaves", "moon")));
        var token = layers.call(Method.SOLVE, asked).objects().get(0);
        assertEquals(List.of("Saproling", "Forest"), token.subtypes());
        assertEquals(1, token.power());
        assertEquals("Ben", token.controller());

        String text = layers.call(Method.EXPLAIN, Map.of("board", board, "object", "token")).text();
        assertTrue(text.startsWith("The Saproling is a 1/1 green Saproling Forest land creature"), text);
    }

    @Test
    void anErrorHasItsClassAndAttributes() {
        var board = Map.of("timeline", List.of(Map.of("enters", "Blod Moon")));
        var error = assertThrows(LayersException.class, () -> layers.call(Method.SOLVE, Map.of("board", board)));
        assertEquals("UnknownCardError", error.type());
        assertEquals(-32001, error.code());
        assertEquals("Blood Moon", error.data().path("nearest").get(0).asText());
    }

    @Test
    void aServerThatHasEndedIsReported() throws IOException {
        try (var other = new Layers(List.of("false"))) {
            assertThrows(IOException.class, () -> other.call(Method.INITIALIZE, Map.of()));
        }
    }
}
