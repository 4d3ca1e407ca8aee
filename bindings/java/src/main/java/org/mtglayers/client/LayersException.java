package org.mtglayers.client;

import com.fasterxml.jackson.databind.JsonNode;

/** An error from mtglayers: the message is a sentence, code and data have the details. */
public final class LayersException extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private final long code;
    private final transient JsonNode data;

    LayersException(JsonNode error) {
        super(error.path("message").asText());
        code = error.path("code").asLong();
        data = error.path("data");
    }

    /** Returns the number of the error's class. */
    public long code() {
        return code;
    }

    /** Returns the class of the error, such as "UnknownCardError". */
    public String type() {
        return data.path("type").asText();
    }

    /** Returns the attributes of the error. */
    public JsonNode data() {
        return data;
    }
}
