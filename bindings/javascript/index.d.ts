import type { ErrorData, Methods } from "./types.js";

export type * from "./types.js";

/** An error from mtglayers: `message` is a sentence, `code` and `data` have the details. */
export class LayersError extends Error {
  constructor(error: ErrorData);
  readonly code: number;
  readonly data: Record<string, unknown>;
  /** The class of the error, such as "UnknownCardError". */
  readonly type: string;
}

/** A running `mtglayers serve --stdio`. Requests may be sent before earlier ones are answered. */
export class Layers {
  /**
   * Start a server.
   *
   * @param command the program that starts mtglayers, and its arguments; by default `mtglayers`.
   * @param options further options of `mtglayers serve`, such as `--limit`, `seconds=5`.
   */
  constructor(command?: string[], options?: string[]);
  /**
   * Call a method.
   *
   * @returns the result; rejected with a `LayersError`, or with the reason of `signal` if that cancels the request.
   */
  call<M extends keyof Methods>(
    method: M,
    params?: Methods[M]["params"],
    options?: { signal?: AbortSignal },
  ): Promise<Methods[M]["result"]>;
  /** Stop the server by ending its input; requests that were sent are still answered. */
  close(): Promise<void>;
}
