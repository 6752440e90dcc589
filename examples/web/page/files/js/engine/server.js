// @ts-check
/**
 * The engine on the server. Requests are POSTed, and events come back as server-sent events.
 * @module
 */

import {aborted, EngineError} from './errors.js';

/** @typedef {import('./engine.js').Request} Request */
/** @typedef {import('./engine.js').Answer} Answer */
/** @typedef {import('./engine.js').RunOptions} RunOptions */

/** @typedef {import('./engine.js').Engine} Engine */

/** @implements {Engine} */
export class ServerEngine {
  constructor() {
    /** @type {'server'} */
    this.kind = 'server';
    this.workers = 2;
  }

  /** @type {Engine['quick']} */
  quick(request, options) {
    return this.run(request, options);
  }

  /**
   * @param {Request} request
   * @param {RunOptions} [options]
   * @returns {Promise<Answer>}
   */
  async run(request, {signal, onEvent} = {}) {
    let response;
    try {
      response = await fetch('engine/run', {method: 'POST', body: JSON.stringify(request), signal});
    } catch (error) {
      throw signal?.aborted ? aborted() : new EngineError('internal', 'the server does not answer');
    }
    if (!response.ok || !response.body) {
      const answer = await response.json().catch(() => ({}));
      throw new EngineError(answer.code ?? 'internal', answer.message ?? response.statusText);
    }
    /** @type {Answer|undefined} */
    let last;
    try {
      for await (const event of events(response.body)) {
        if (signal?.aborted) throw aborted();
        if (event.type === 'info' || event.type === 'judged') onEvent?.(event);
        else last = event;
      }
    } catch (error) {
      throw signal?.aborted ? aborted() : error;
    }
    if (signal?.aborted) throw aborted();
    if (!last) throw lost();
    if (last.type === 'error') throw new EngineError(last.code, last.message);
    return last;
  }
}

const lost = () => new EngineError('internal', 'the connection to the server was lost');

/**
 * The events of a stream.
 * @param {ReadableStream<Uint8Array>} body
 * @returns {AsyncGenerator<Answer>}
 */
async function* events(body) {
  const reader = body.pipeThrough(/** @type {any} */ (new TextDecoderStream())).getReader();
  let text = '';
  for (;;) {
    const {done, value} = await reader.read().catch(() => Promise.reject(lost()));
    if (done) return;
    text += value;
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      const data = text.slice(0, end).split('\n').filter(line => line.startsWith('data: ')).map(line => line.slice(6)).join('\n');
      text = text.slice(end + 2);
      if (data) yield JSON.parse(data);
    }
  }
}
