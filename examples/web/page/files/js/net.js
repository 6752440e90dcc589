// @ts-check
// Games between people: opening one, following it, acting in it. The server is the Go package examples/web/games.

/** @typedef {{id: string, you: string, opponent: string, spectator: string}} Opened */

/**
 * What the server says of a game: its State.
 * @typedef {Record<string, any> & {seq: number, you: "first"|"second"|"spectator"}} GameState
 */

/** The server refused something, and says why. */
export class Refused extends Error {
  /** @param {number} status @param {string} code @param {string} message */
  constructor(status, code, message) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/**
 * @param {string} path
 * @param {object} body
 */
async function post(path, body) {
  const response = await fetch(path, {method: 'POST', body: JSON.stringify(body)});
  const answer = await response.json().catch(() => ({}));
  if (!response.ok) throw new Refused(response.status, answer.code ?? '', answer.message ?? response.statusText);
  return answer;
}

/**
 * Opens a game.
 * @param {object} settings rule, size, side, clock, opening
 * @returns {Promise<Opened>}
 */
export function openGame(settings) {
  return post('games', settings);
}

/** How long to wait before another try to connect: longer each time. */
const WAITS = [300, 1000, 2000, 5000, 10_000];

/**
 * A game as it goes on. Events: `state` when there is a new one, `connection` when that is lost or back, `gone` when the server does
 * not know the game.
 */
export class OnlineGame extends EventTarget {
  /** @param {string} id @param {string} token */
  constructor(id, token) {
    super();
    this.id = id;
    this.token = token;
    /** @type {GameState|null} */
    this.state = null;
    /** When the state came, in the time of performance.now(): clocks run on from there. */
    this.at = 0;
    this.connected = false;
    this.tries = 0;
    this.closed = false;
    /** @type {EventSource|undefined} */
    this.source = undefined;
    /** @type {ReturnType<typeof setTimeout>|undefined} */
    this.timer = undefined;
    this.connect();
  }

  get path() {
    return `games/${encodeURIComponent(this.id)}`;
  }

  connect() {
    if (this.closed) return;
    this.source?.close();
    const source = new EventSource(`${this.path}/events?token=${encodeURIComponent(this.token)}`);
    this.source = source;
    source.onmessage = (event) => {
      this.state = JSON.parse(event.data);
      this.at = performance.now();
      this.tries = 0;
      this.setConnected(true);
      this.dispatchEvent(new Event('state'));
    };
    source.addEventListener('gone', () => {
      this.close();
      this.dispatchEvent(new Event('gone'));
    });
    source.onerror = () => void this.lost(source);
  }

  /**
   * The connection broke, or was refused. A browser does not say which, so the server is asked.
   * @param {EventSource} source
   */
  async lost(source) {
    if (source !== this.source || this.closed) return;
    source.close();
    this.setConnected(false);
    const response = await fetch(`${this.path}/act`, {method: 'POST', body: JSON.stringify({token: this.token, seq: -1, act: 'none'})}).catch(() => null);
    if (this.closed || source !== this.source) return;
    if (response?.status === 404) {
      this.close();
      this.dispatchEvent(new Event('gone'));
      return;
    }
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.connect(), WAITS[Math.min(this.tries++, WAITS.length - 1)]);
  }

  /** @param {boolean} connected */
  setConnected(connected) {
    if (connected === this.connected) return;
    this.connected = connected;
    this.dispatchEvent(new Event('connection'));
  }

  /**
   * Acts in the game.
   * @param {Record<string, any> & {act: string}} act
   * @returns {Promise<void>} rejects with Refused; when the game has gone on meanwhile, nothing happened
   */
  async act(act) {
    await post(`${this.path}/act`, {token: this.token, seq: this.state?.seq ?? -1, ...act});
  }

  /**
   * Milliseconds that a color has left now.
   * @param {"black"|"white"} color
   */
  remaining(color) {
    const clock = this.state?.clock;
    if (!clock) return 0;
    const gone = clock.running === color ? performance.now() - this.at : 0;
    return Math.max(clock.left[color] - gone, 0);
  }

  close() {
    this.closed = true;
    clearTimeout(this.timer);
    this.source?.close();
  }
}
