// @ts-check
/**
 * Why a request to an engine has no answer.
 * @module
 */

/** An answer of the service that is an error. */
export class EngineError extends Error {
  /** @param {string} code @param {string} message */
  constructor(code, message) {
    super(message);
    this.name = 'EngineError';
    /** One of the codes of the service: "occupied", "forbidden", "syntax", … */
    this.code = code;
  }
}

/** The error of a request that its signal has ended. */
export function aborted() {
  return new DOMException('the request was ended', 'AbortError');
}
