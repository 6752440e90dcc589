// @ts-check
/**
 * A worker that runs the engine: Go's wasm_exec.js connects it with JavaScript, and the Go program examples/web/wasm answers
 * the messages. Those that come before it runs are kept.
 * @module
 */

import './wasm_exec.js';

/** @type {MessageEvent[]} */
const early = [];
self.onmessage = event => early.push(event);

async function start() {
  const go = new /** @type {any} */ (globalThis).Go();
  const response = await fetch(new URL('engine.wasm', import.meta.url));
  if (!response.ok) throw new Error(`the engine cannot be loaded: ${(await response.text()) || response.statusText}`);
  let instance;
  if (response.headers.get('content-type') === 'application/wasm') {
    ({instance} = await WebAssembly.instantiateStreaming(response, go.importObject));
  } else { // a server of files that does not know the type
    ({instance} = await WebAssembly.instantiate(await response.arrayBuffer(), go.importObject));
  }
  const ended = go.run(instance); // sets onmessage, and goes on for ever
  for (const event of early.splice(0)) self.onmessage?.(event);
  await ended;
  throw new Error('the engine has stopped');
}

start().catch(error => postMessage({failed: String(error?.message ?? error)}));
