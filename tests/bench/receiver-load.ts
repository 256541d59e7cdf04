/**
 * Load on the receiver, from a process of its own and bounded in time:
 * `node receiver-load.ts open <port> <rate> <seconds>` sends at a rate, whatever comes back, and
 * measures from when each went out; how late it went out is its own doing, and told apart. What waits
 * for a connection or was cut and sent again has gone out all the same;
 * `node receiver-load.ts slow <port> <connections> <seconds>` keeps so many open that never bring a whole
 * request, each opened anew when it is closed; the first line says when all were open once.
 * All are distinct. One line of JSON on stdout.
 */
import { connect, type Socket } from 'node:net';
import { numberedDelivery } from '../faults/receiver/sender.ts';
import { quantiles } from './statistics.ts';

const [mode, port, amount, seconds] = process.argv.slice(2);
if (mode === undefined || port === undefined || amount === undefined || seconds === undefined) {
  throw new TypeError('mode, port, connections or rate, seconds');
}
const durationMs = Number(seconds) * 1000;
const name = `${process.pid}b`;

/** Connections of the open loop. More would measure the bound of them, which is not what is asked. */
const MOST_OPEN = 256;
/** Made before the clock runs: signing is the sender's work, and not what is measured. */
const prepared = Array.from(
  { length: mode === 'slow' ? 0 : Number(seconds) * Number(amount) },
  (_, index) => numberedDelivery(`${name}${index}`, 700).request,
);
const statuses: Record<string, number> = {};
function count(answer: Buffer): void {
  const status = answer.toString('latin1', 9, 12);
  statuses[status] = (statuses[status] ?? 0) + 1;
}

interface OnItsWay {
  readonly request: Uint8Array;
  readonly wentOutAt: number;
}

function openLoop(): void {
  const rate = Number(amount);
  const total = prepared.length;
  const answers: number[] = [];
  /** Between when each was due and when it went out: a timer is a millisecond late or more. */
  const lateness: number[] = [];
  const idle: Socket[] = [];
  const queue: OnItsWay[] = [];
  const underWay = new Map<Socket, OnItsWay>();
  let open = 0;
  /** Cut before they were answered, and sent again, as the service does. */
  let again = 0;
  let sent = 0;

  const connectOne = (): Socket => {
    open += 1;
    const socket = connect(Number(port), '127.0.0.1').setNoDelay(true);
    socket.on('data', (answer) => {
      const one = underWay.get(socket);
      if (one === undefined) return;
      count(answer);
      answers.push(performance.now() - one.wentOutAt);
      underWay.delete(socket);
      idle.push(socket);
      sendQueued();
    });
    // A kept connection may be closed at any time: what was on it goes out again.
    socket.on('error', () => undefined);
    socket.on('close', () => {
      open -= 1;
      const one = underWay.get(socket);
      underWay.delete(socket);
      const place = idle.indexOf(socket);
      if (place !== -1) idle.splice(place, 1);
      if (one === undefined) return;
      again += 1;
      queue.unshift(one);
      sendQueued();
    });
    return socket;
  };
  const sendQueued = (): void => {
    while (queue.length > 0) {
      const socket = idle.pop() ?? (open < MOST_OPEN ? connectOne() : null);
      const next = socket === null ? undefined : queue.shift();
      if (socket === null || next === undefined) return;
      underWay.set(socket, next);
      socket.write(next.request);
    }
  };
  const startedAt = performance.now();
  const tick = () => {
    // The first is due at once.
    const owed = Math.min(total, Math.floor(((performance.now() - startedAt) * rate) / 1000) + 1);
    while (sent < owed) {
      const dueAt = startedAt + (sent * 1000) / rate;
      const request = prepared[sent];
      if (request === undefined) break;
      sent += 1;
      const wentOutAt = performance.now();
      lateness.push(wentOutAt - dueAt);
      queue.push({ request, wentOutAt });
      sendQueued();
    }
    if (sent < total) setTimeout(tick, 1);
    else waitForRest(performance.now() + REST_MS);
  };
  const waitForRest = (until: number): void => {
    if (answers.length < total && performance.now() < until) setTimeout(waitForRest, 20, until);
    else report();
  };
  const report = () => {
    const late = quantiles(lateness);
    end({ answered: answers.length, sent, again, ...quantiles(answers), late, statuses });
  };
  tick();
}

/** A busy machine answers late; what is not answered by then is lost. */
const REST_MS = 60_000;

function slowLoop(): void {
  let opened = 0;
  const one = (): void => {
    const socket = connect(Number(port), '127.0.0.1', () => {
      opened += 1;
      if (opened === Number(amount)) process.stdout.write('{"open":true}\n');
      socket.write('POST /hooks/ HTTP/1.1\r\nhost: a\r\n');
    });
    const drip = setInterval(() => socket.write('x: y\r\n'), 1_000);
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearInterval(drip);
      setTimeout(one, 1_000);
    });
  };
  for (let index = 0; index < Number(amount); index += 1) one();
  setTimeout(() => end({ opened }), durationMs);
}

function end(result: object): void {
  process.stdout.write(`${JSON.stringify(result)}\n`, () => process.exit(0));
}

if (mode === 'open') openLoop();
else slowLoop();
