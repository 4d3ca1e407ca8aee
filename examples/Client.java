// Ask mtglayers what a board looks like, from Java with nothing but the JDK (17 or newer).
//
// Run: java Client.java [COMMAND...]. COMMAND starts mtglayers: by default the value of MTGLAYERS, or
// `mtglayers`. Copy the class Layers into your own program, with a JSON library in place of Json.

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.EOFException;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Plays the story of Blood Moon, Life and Limb and a Saproling. */
public class Client {
    private final Layers layers;
    private String board;

    private Client(Layers layers) {
        this.layers = layers;
    }

    public static void main(String[] args) throws IOException {
        System.setOut(new PrintStream(new FileOutputStream(FileDescriptor.out), true, UTF_8));
        String configured = Optional.ofNullable(System.getenv("MTGLAYERS")).orElse("mtglayers");
        try (var layers = new Layers(List.of(args.length > 0 ? args : configured.split("\\s+")))) {
            new Client(layers).tell();
        }
    }

    private void tell() throws IOException {
        Json server = layers.call("initialize", Map.of("client", "Client.java"));
        System.out.println(server.get("name") + ", protocol " + server.get("protocol"));

        var empty = Map.of("players", List.of("Ana", "Zo\u00eb"), "edition", "2026-09-25");
        board = layers.call("board.new", empty).get("board").toString();
        enters("Blod Moon", "Ana");
        enters("Life and Limb", "Ana");
        enters("Saproling", "Zo\u00eb");
        show();

        System.out.println("\nAn Overgrown Tomb enters.");
        enters("Overgrown Tomb", "Zo\u00eb");
        show();
        System.out.println();
        System.out.println(layers.call("explain", Map.of("board", board, "object", "saproling")).get("text"));

        System.out.println("\nIt never did.");
        layers.call("board.pop", Map.of("board", board));
        show();
    }

    /** Plays an event; replaces a misspelled card name by the nearest known name. */
    private void enters(String card, String controller) throws IOException {
        try {
            push(card, controller);
        } catch (LayersException error) {
            if (!error.isA("UnknownCardError") || error.data.get("nearest").isEmpty()) {
                throw error;
            }
            System.out.println(error.getMessage());
            push(error.data.get("nearest").first().toString(), controller);
        }
    }

    private void push(String card, String controller) throws IOException {
        layers.call("board.push", Map.of("board", board, "event", Map.of("enters", card, "controller", controller)));
    }

    /** Prints the Saproling, and the order of the effects in layer 4. */
    private void show() throws IOException {
        var sections = List.of("objects", "layers", "steps");
        Json result = layers.call(
            "solve", Map.of("board", board, "objects", List.of("saproling"), "include", sections));
        Json token = result.get("objects").first();
        System.out.printf(
            "%s (%s): %s/%s %s - %s%n",
            token.get("name"), token.get("controller"), token.get("power"), token.get("toughness"),
            token.get("types").join(" "), token.get("subtypes").join(" "));
        for (Json layer : result.get("layers")) {
            if (layer.get("name").toString().equals("4")) {
                layer.get("steps").forEach(Client::showStep);
            }
        }
    }

    private static void showStep(Json step) {
        System.out.printf("  %s. %s: %s%n", step.get("step"), step.get("called"), step.get("because"));
        for (Json edge : step.get("edges")) {
            String reasons = edge.get("reasons").join(", ");
            System.out.printf("     %s depends on %s: %s%n", edge.get("effect"), edge.get("on"), reasons);
        }
    }
}

/** A running {@code mtglayers serve --stdio}, which answers one line of JSON-RPC with one line. */
class Layers implements AutoCloseable {
    private final Process process;
    private final BufferedWriter requests;
    private final BufferedReader answers;
    private long ids = 0;

    Layers(List<String> command) throws IOException {
        var whole = new ArrayList<>(command);
        whole.addAll(List.of("serve", "--stdio"));
        // It shares our stderr: a pipe that is not read would fill up and stop it.
        process = new ProcessBuilder(whole).redirectError(ProcessBuilder.Redirect.INHERIT).start();
        requests = process.outputWriter(UTF_8);
        answers = process.inputReader(UTF_8);
    }

    /** Returns the result of a method, or throws its error. */
    synchronized Json call(String method, Map<String, ?> params) throws IOException {
        var request = Map.of("jsonrpc", "2.0", "id", ++ids, "method", method, "params", params);
        Json answer;
        try {
            requests.write(Json.write(request) + "\n");
            requests.flush();
            answer = Json.read(answers.readLine());
        } catch (IOException error) {
            process.onExit().join();
            throw new IOException("mtglayers has ended (exit code " + process.exitValue() + ")", error);
        }
        if (answer.has("error")) {
            throw new LayersException(answer.get("error"));
        }
        return answer.get("result");
    }

    /** Stops the server by ending its input. */
    @Override
    public void close() {
        try {
            requests.close();
        } catch (IOException error) {
            // It has ended already.
        }
        process.onExit().join();
    }
}

/** An error from mtglayers: the message is a sentence, code and data have the details. */
class LayersException extends RuntimeException {
    final int code;
    final transient Json data;

    LayersException(Json error) {
        super(error.get("message").toString());
        code = Integer.parseInt(error.get("code").toString());
        data = error.get("data");
    }

    boolean isA(String type) {
        return data.has("type") && data.get("type").toString().equals(type);
    }
}

/** A JSON value: a Map, a List, a String, a number, a Boolean or null. */
record Json(Object value) implements Iterable<Json> {
    boolean has(String key) {
        return value instanceof Map<?, ?> map && map.containsKey(key);
    }

    Json get(String key) {
        return new Json(value instanceof Map<?, ?> map ? map.get(key) : null);
    }

    boolean isEmpty() {
        return !iterator().hasNext();
    }

    Json first() {
        return iterator().next();
    }

    String join(String between) {
        return list().stream().map(String::valueOf).collect(Collectors.joining(between));
    }

    @Override
    public Iterator<Json> iterator() {
        return list().stream().map(Json::new).iterator();
    }

    @Override
    public String toString() {
        return String.valueOf(value);
    }

    private List<Object> list() {
        return value instanceof List<?> list ? new ArrayList<>(list) : List.of();
    }

    static String write(Object value) {
        if (value instanceof Map<?, ?> map) {
            return map.entrySet().stream()
                .map(entry -> write(entry.getKey()) + ":" + write(entry.getValue()))
                .collect(Collectors.joining(",", "{", "}"));
        }
        if (value instanceof List<?> list) {
            return list.stream().map(Json::write).collect(Collectors.joining(",", "[", "]"));
        }
        return value instanceof String text ? quoted(text) : String.valueOf(value);
    }

    private static String quoted(String text) {
        var out = new StringBuilder("\"");
        for (char sign : text.toCharArray()) {
            if (sign == '"' || sign == '\\') {
                out.append('\\').append(sign);
            } else if (sign < ' ' || Character.isSurrogate(sign)) {
                out.append(String.format("\\u%04x", (int) sign));
            } else {
                out.append(sign);
            }
        }
        return out.append('"').toString();
    }

    /** Returns the value that a text holds; throws EOFException where it ends too early, or is null. */
    static Json read(String text) throws EOFException {
        return new Json(new Reader(text == null ? "" : text).value());
    }

    private static class Reader {
        private static final Map<Character, Character> ESCAPES =
            Map.of('b', '\b', 'f', '\f', 'n', '\n', 'r', '\r', 't', '\t');
        private final String text;
        private int place = 0;

        Reader(String text) {
            this.text = text;
        }

        Object value() throws EOFException {
            return switch (peek()) {
                case '{' -> map();
                case '[' -> list();
                case '"' -> string();
                default -> word();
            };
        }

        private Map<String, Object> map() throws EOFException {
            var map = new LinkedHashMap<String, Object>();
            for (place++; peek() != '}'; skip(',')) {
                String key = string();
                skip(':');
                map.put(key, value());
            }
            place++;
            return map;
        }

        private List<Object> list() throws EOFException {
            var list = new ArrayList<Object>();
            for (place++; peek() != ']'; skip(',')) {
                list.add(value());
            }
            place++;
            return list;
        }

        private String string() throws EOFException {
            var out = new StringBuilder();
            peek();
            for (place++; at(place) != '"'; place++) {
                char sign = at(place);
                if (sign == '\\') {
                    sign = at(++place);
                    if (sign == 'u') {
                        at(place + 4);
                        sign = (char) Integer.parseInt(text, place + 1, place + 5, 16);
                        place += 4;
                    } else {
                        sign = ESCAPES.getOrDefault(sign, sign);
                    }
                }
                out.append(sign);
            }
            place++;
            return out.toString();
        }

        private Object word() throws EOFException {
            int start = place;
            while (",]} \t\r".indexOf(at(place)) < 0) {
                place++;
            }
            String word = text.substring(start, place);
            return switch (word) {
                case "null" -> null;
                case "true", "false" -> Boolean.valueOf(word);
                default -> new BigDecimal(word);
            };
        }

        /** Skips white space and returns the next character. */
        private char peek() throws EOFException {
            while (Character.isWhitespace(at(place))) {
                place++;
            }
            return text.charAt(place);
        }

        private void skip(char sign) throws EOFException {
            if (peek() == sign) {
                place++;
            }
        }

        private char at(int index) throws EOFException {
            if (index >= text.length()) {
                throw new EOFException("an answer that ends too early");
            }
            return text.charAt(index);
        }
    }
}
