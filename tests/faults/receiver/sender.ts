/** Sends signed deliveries over kept connections, one after the other on each, and keeps what was acknowledged. */
import { createHmac, randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { secret, slotPath } from './host.ts';

export interface Sent {
  /** The signature that names it, 64 hex digits. */
  readonly signature: string;
  readonly request: Uint8Array;
}

/** Alike in every delivery, as the structure of real events is; in itself without repetition. */
const filler = randomBytes(40_000).toString('hex');

/** A genuine delivery of about the size of a real one. */
export function numberedDelivery(number: number | string, size = 400): Sent {
  const body = Buffer.from(
    JSON.stringify({
      id: `event_${number}`,
      name: 'wallet.create',
      data: { wallet: { id: 'wallet_1', nickname: filler.slice(0, size) } },
      webhookRecords: [],
      mock: false,
      created: '2026-11-20T12:00:00.000Z',
      updated: '2026-11-20T12:00:00.000Z',
    }),
  );
  const signature = createHmac('sha256', secret).update(body).digest('hex');
  const head = `POST /hooks/${slotPath} HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\nsignature: ${signature}\r\ncontent-length: ${body.length}\r\n\r\n`;
  return { signature, request: Buffer.concat([Buffer.from(head), body]) };
}

/** What one connection got acknowledged, in order. */
export interface Line {
  /** Local port, by which a trace of the other side names it. */
  readonly port: number;
  readonly acknowledged: readonly string[];
  /** A delivery was under way when the other side went away. */
  readonly isCut: boolean;
}

/**
 * Sends until `next` gives nothing more or the other side goes away, on so many connections.
 * Rejects on any answer but 200.
 */
export async function sendAll(
  port: number,
  connections: number,
  next: () => Sent | null,
): Promise<readonly Line[]> {
  return await Promise.all(Array.from({ length: connections }, () => sendOnOne(port, next)));
}

function sendOnOne(port: number, next: () => Sent | null): Promise<Line> {
  return new Promise((resolve, reject) => {
    const acknowledged: string[] = [];
    let underWay: Sent | null = null;
    let localPort = 0;
    const socket = connect(port, '127.0.0.1');
    const sendNext = () => {
      underWay = next();
      if (underWay === null) socket.end();
      else socket.write(underWay.request);
    };
    socket.on('connect', () => {
      localPort = socket.localPort ?? 0;
      sendNext();
    });
    socket.on('data', (answer) => {
      const status = answer.toString('latin1', 9, 12);
      if (status !== '200') reject(new Error(`answered ${status}`));
      if (underWay !== null) acknowledged.push(underWay.signature);
      sendNext();
    });
    // Killed on purpose: whatever was under way is simply not acknowledged.
    socket.on('error', () => undefined);
    socket.on('close', () => resolve({ port: localPort, acknowledged, isCut: underWay !== null }));
  });
}
