package org.mtglayers.client;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A running {@code mtglayers serve --stdio}, which answers one line of JSON-RPC with one line. Threads can share it: a
 * call waits until the answer to an earlier one has been read.
 */
public final class Layers implements AutoCloseable {
    private static final ObjectMapper JSON =
        new ObjectMapper().configure(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES, false);

    private final Process process;
    private final BufferedWriter requests;
    private final BufferedReader answers;
    private long ids = 0;

    /** Starts {@code mtglayers}. */
    public Layers() throws IOException {
        this(List.of("mtglayers"));
    }

    /**
     * Starts a server.
     *
     * @param command the program that starts mtglayers, and its arguments
     * @param options further options of {@code mtglayers serve}, such as {@code "--limit", "seconds=5"}
     * @throws IOException if the program cannot be started
     */
    public Layers(List<String> command, String... options) throws IOException {
        var whole = new ArrayList<>(command);
        whole.addAll(List.of("serve", "--stdio"));
        whole.addAll(List.of(options));
        // It shares our stderr: a pipe that is not read would fill up and stop it.
        process = new ProcessBuilder(whole).redirectError(ProcessBuilder.Redirect.INHERIT).start();
        requests = process.outputWriter(UTF_8);
        answers = process.inputReader(UTF_8);
    }

    /**
     * Returns the answer of a method.
     *
     * @param method the method, such as {@link Method#SOLVE}
     * @param params the parameters: a map, or any value that Jackson writes as a JSON object
     * @throws LayersException if the server answers with an error
     * @throws IOException if the server has ended
     */
    public <R> R call(Method<R> method, Object params) throws IOException {
        return JSON.convertValue(call(method.name(), params), method.answer());
    }

    /** Returns the answer of a method that this version of the client does not know, as JSON. */
    public synchronized JsonNode call(String method, Object params) throws IOException {
        String request =
            JSON.writeValueAsString(Map.of("jsonrpc", "2.0", "id", ++ids, "method", method, "params", params));
        JsonNode answer;
        try {
            requests.write(request);
            requests.write('\n');
            requests.flush();
            answer = read(answers.readLine());
        } catch (JsonProcessingException error) {
            process.destroy();
            throw new IOException("an answer that is not JSON", error);
        } catch (IOException error) {
            throw new IOException("mtglayers has ended (exit code " + process.onExit().join().exitValue() + ")", error);
        }
        if (answer.has("error")) {
            throw new LayersException(answer.get("error"));
        }
        return answer.path("result");
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

    private static JsonNode read(String line) throws IOException {
        if (line == null) {
            throw new IOException("no answer");
        }
        return JSON.readTree(line);
    }
}
