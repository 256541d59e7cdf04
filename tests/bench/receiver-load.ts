/**
 * Load on the receiver, from a process of its own and bounded in time:
 * `node receiver-load.ts closed <port> <connections> <seconds>` sends as fast as answers come;
 * `node receiver-load.ts open <port> <rate> <seconds>` sends at a rate, whatever comes back, and
 * measures from when each went out; how late it went out is its own doing, and told apart.
 * At least half are distinct. One line of JSON on stdout.
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

/** More than any server here answers in a second: what runs out would cap the faster of two. */
const MOST_A_SECOND = 60_000;
/** Made before the clock runs: signing is the sender's work, and not what is measured. */
const prepared = Array.from(
  { length: Number(seconds) * (mode === 'open' ? Number(amount) : MOST_A_SECOND) },
  (_, index) => numberedDelivery(`${name}${index}`, 700).request,
);
let sent = 0;
/** Every third is one that was sent before. */
function nextRequest(): Uint8Array | null {
  const turn = sent;
  sent += 1;
  const fresh = turn - Math.floor(turn / 3);
  const index = mode === 'open' || turn % 3 !== 2 ? fresh : Math.floor(fresh / 2);
  return prepared[mode === 'open' ? turn : index] ?? null;
}

const statuses: Record<string, number> = {};
function count(answer: Buffer): void {
  const status = answer.toString('latin1', 9, 12);
  statuses[status] = (statuses[status] ?? 0) + 1;
}

function closedLoop(): void {
  for (let index = 0; index < Number(amount); index++) {
    const socket = connect(Number(port), '127.0.0.1').setNoDelay(true);
    const send = () => {
      const request = nextRequest();
      if (request === null) throw new Error('More was answered than was made before.');
      socket.write(request);
    };
    socket.on('connect', send);
    socket.on('data', (answer) => {
      count(answer);
      send();
    });
  }
  setTimeout(() => {
    const answered = statuses['200'] ?? 0;
    end({ perSecond: answered / Number(seconds), statuses });
  }, durationMs);
}

function openLoop(): void {
  const rate = Number(amount);
  const total = prepared.length;
  const answers: number[] = [];
  /** Between when each was due and when it went out: a timer is a millisecond late or more. */
  const lateness: number[] = [];
  const idle: Socket[] = [];
  const wentOut = new Map<Socket, number>();
  const borrow = (): Socket => {
    const kept = idle.pop();
    if (kept !== undefined) return kept;
    const socket = connect(Number(port), '127.0.0.1').setNoDelay(true);
    socket.on('data', (answer) => {
      count(answer);
      answers.push(performance.now() - (wentOut.get(socket) ?? 0));
      idle.push(socket);
    });
    return socket;
  };
  const startedAt = performance.now();
  const tick = () => {
    // The first is due at once.
    const owed = Math.min(total, Math.floor(((performance.now() - startedAt) * rate) / 1000) + 1);
    while (sent < owed) {
      const dueAt = startedAt + (sent * 1000) / rate;
      const request = nextRequest();
      if (request === null) break;
      const socket = borrow();
      const now = performance.now();
      lateness.push(now - dueAt);
      wentOut.set(socket, now);
      socket.write(request);
    }
    if (sent < total) setTimeout(tick, 1);
    else setTimeout(report, 500);
  };
  const report = () => {
    const late = quantiles(lateness);
    end({ answered: answers.length, sent, ...quantiles(answers), late, statuses });
  };
  tick();
}

function end(result: object): void {
  process.stdout.write(`${JSON.stringify(result)}\n`, () => process.exit(0));
}

if (mode === 'open') openLoop();
else closedLoop();
