// The engine that the page asks: the methods of docs/protocol.md, over HTTP.

/** An answer that is an error, with its one-sentence message. */
export class Refusal extends Error {
  /** @param {string} message @param {any} [data] */
  constructor(message, data) {
    super(message);
    this.data = data;
  }
}

/**
 * Ask the engine.
 * @param {string} method the name of a method, such as "cards.search"
 * @param {Record<string, any>} params its parameters
 * @param {AbortSignal} [signal] a signal that cancels the request
 * @returns {Promise<any>} the answer
 * @throws {Refusal} the engine refused the request, or cannot be reached
 */
export async function request(method, params, signal) {
  let answer;
  try {
    answer = await fetch(`v1/${method.replace(".", "/")}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(params),
      signal,
    });
  } catch (error) {
    if (signal && signal.aborted) throw error;
    throw new Refusal("The service does not answer. Is it still running?");
  }
  const data = await answer.json();
  if (data && data.error) throw new Refusal(sentence(data.error.message), data.error.data);
  return data;
}

/** @param {string} text @returns {string} the text as a sentence */
export function sentence(text) {
  const capital = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.?!]$/.test(capital) ? capital : `${capital}.`;
}
