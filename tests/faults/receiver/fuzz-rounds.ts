/**
 * Hostile HTTP on raw sockets, seeded: odd headers, chunks, pipelines, binary, cut lines. What must
 * hold: the receiver lives and still takes a genuine delivery, and every 200 that it gave stands for
 * a delivery that is stored or counted as a repeat.
 */
import { createHmac } from 'node:crypto';
import { connect } from 'node:net';
import { seeded } from '../../../src/contract/testing/seeded.ts';
import { profileId, secret, slotPath, startProofReceiver } from './host.ts';
import { numberedDelivery } from './sender.ts';

export interface FuzzReport {
  readonly exchanges: number;
  readonly statuses: Readonly<Record<string, number>>;
  readonly breaches: readonly string[];
}

/** Connections at a time. */
const AT_ONCE = 32;
/**
 * A line that said nothing for so long, in milliseconds, is done once the receiver has answered another
 * that came later, so that a busy machine had its turn: it may wait for more bytes for ever.
 */
const QUIET_MS = 150;
const laterRequest = Buffer.from('GET / HTTP/1.1\r\nhost: a\r\n\r\n');

type Draw = () => number;

export async function fuzzRounds(options: {
  readonly directory: string;
  readonly exchanges: number;
  readonly seed: number;
}): Promise<FuzzReport> {
  const { directory, exchanges, seed } = options;
  const { inbox, receiver } = await startProofReceiver(directory);
  const draw = seeded(seed);
  const statuses: Record<string, number> = {};
  const breaches: string[] = [];
  try {
    for (let exchange = 1; exchange <= exchanges; exchange += AT_ONCE) {
      const lanes = Array.from({ length: AT_ONCE }, (_, lane) =>
        exchangeRaw(receiver.port, hostile(draw, `${seed}f${exchange + lane}`), draw() < 0.2),
      );
      for (const status of (await Promise.all(lanes)).flat()) {
        statuses[status] = (statuses[status] ?? 0) + 1;
      }
    }
    const alive = numberedDelivery(`${seed}alive`);
    const status = await statusOf(receiver.port, alive.request);
    if (status !== '200') breaches.push(`a genuine delivery afterwards got ${status}`);
    statuses['200'] = (statuses['200'] ?? 0) + Number(status === '200');
    const { repeats, held } = inbox.counts(slotPath);
    const stored = inbox.genuineCount(profileId) + held + repeats;
    const given = receiver.stats().answers[200] ?? 0;
    if (given > stored) breaches.push(`${given} times 200, but ${stored} stored or counted`);
    if ((statuses['200'] ?? 0) > given) breaches.push('more 200 arrived than were given');
  } finally {
    await receiver.stop();
    await inbox.close();
  }
  return { exchanges, statuses, breaches };
}

const pick = <Some>(draw: Draw, values: readonly [Some, ...Some[]]): Some =>
  values[Math.floor(draw() * values.length)] ?? values[0];

const noise = (draw: Draw, most: number): Buffer =>
  Buffer.from(Array.from({ length: Math.floor(draw() * most) }, () => Math.floor(draw() * 256)));

const sign = (body: Uint8Array): string => createHmac('sha256', secret).update(body).digest('hex');

/** Chunks that are written one after the other. */
function hostile(draw: Draw, name: string): readonly Buffer[] {
  const kinds: readonly [Maker, ...Maker[]] = [
    garbage,
    genuine,
    mutated,
    pipelined,
    chunked,
    oddHeaders,
    oddLength,
    large,
    oddTarget,
  ];
  return pick(draw, kinds)(draw, name);
}
type Maker = (draw: Draw, name: string) => readonly Buffer[];

const garbage: Maker = (draw) => [noise(draw, 2_000)];
const genuine: Maker = (draw, name) => {
  const { request } = numberedDelivery(name, Math.floor(draw() * 5_000));
  const bytes = Buffer.from(request);
  const at = Math.floor(draw() * bytes.length);
  return [bytes.subarray(0, at), bytes.subarray(at)];
};
const mutated: Maker = (draw, name) => {
  const bytes = Buffer.from(numberedDelivery(name).request);
  for (let times = 1 + Math.floor(draw() * 4); times > 0; times--) {
    bytes[Math.floor(draw() * bytes.length)] = Math.floor(draw() * 256);
  }
  return [bytes];
};
const pipelined: Maker = (draw, name) => [
  Buffer.concat(
    Array.from({ length: 2 + Math.floor(draw() * 6) }, (_, index) =>
      draw() < 0.2 ? noise(draw, 200) : Buffer.from(numberedDelivery(`${name}i${index}`).request),
    ),
  ),
];
const chunked: Maker = (draw, name) => {
  const body = Buffer.concat([Buffer.from(name), noise(draw, 3_000)]);
  const size = pick(draw, [body.length.toString(16), 'fffffffff', '-1', 'zz', '0']);
  const head = headOf(['transfer-encoding: chunked', `signature: ${sign(body)}`]);
  return [Buffer.concat([head, Buffer.from(`${size}\r\n`), body, Buffer.from('\r\n0\r\n\r\n')])];
};
const oddHeaders: Maker = (draw, name) => {
  const body = Buffer.from(name);
  const odd = pick(draw, [
    `signature: ${sign(body)}\r\nsignature: ${sign(body)}`,
    `signature: ${sign(body).toUpperCase()}`,
    `SIGNATURE:${sign(body)}`,
    `signature: ${'a'.repeat(20_000)}`,
    `causeway-proof: ${'0f'.repeat(16)}`,
    `causeway-proof: ${'0f'.repeat(16)}\r\ncauseway-proof: x`,
    'expect: 100-continue',
    'expect: something',
    'upgrade: websocket\r\nconnection: upgrade',
    'connection: close',
    `x: ${noise(draw, 100).toString('latin1')}`,
    '__proto__: x\r\nconstructor: y',
    Array.from({ length: 300 }, (_, index) => `h${index}: v`).join('\r\n'),
  ]);
  return [Buffer.concat([headOf([odd, `content-length: ${body.length}`]), body])];
};
const oddLength: Maker = (draw, name) => {
  const body = Buffer.from(name);
  const length = pick(draw, [
    'content-length: 0',
    'content-length: -5',
    `content-length: ${body.length + 1}`,
    'content-length: 99999999999999999999',
    `content-length: ${body.length}\r\ncontent-length: 3`,
    `content-length: ${body.length}\r\ntransfer-encoding: chunked`,
    'x: no length',
  ]);
  return [Buffer.concat([headOf([length, `signature: ${sign(body)}`]), body])];
};
const large: Maker = (draw, name) => {
  const size = pick(draw, [1024 * 1024 - 10, 1024 * 1024 + 1, 2 * 1024 * 1024]);
  const body = Buffer.alloc(size, name);
  return [headOf([`content-length: ${size}`, `signature: ${sign(body)}`]), body];
};
const oddTarget: Maker = (draw) => {
  const method = pick(draw, ['GET', 'PUT', 'DELETE', 'HEAD', 'OPTIONS', 'CONNECT', 'POST', 'BREW']);
  const target = pick(draw, [
    '/',
    `/hooks/${slotPath}`,
    `/hooks/${slotPath}?query`,
    `/hooks/${slotPath}#fragment`,
    `/hooks/${slotPath}/`,
    `/hooks/${slotPath.toUpperCase()}`,
    `/hooks/../hooks/${slotPath}`,
    `http://a/hooks/${slotPath}`,
    `//hooks/${slotPath}`,
    '/hooks/__proto__',
    '*',
    `/hooks/${'a'.repeat(10_000)}`,
  ]);
  return [Buffer.from(`${method} ${target} HTTP/1.1\r\nhost: a\r\ncontent-length: 0\r\n\r\n`)];
};

const headOf = (lines: readonly string[]): Buffer =>
  Buffer.from(
    `POST /hooks/${slotPath} HTTP/1.1\r\nhost: a\r\n${lines.join('\r\n')}\r\n\r\n`,
    'latin1',
  );

/** Statuses that came back until the line was quiet or closed. */
function exchangeRaw(
  port: number,
  chunks: readonly Uint8Array[],
  isCut: boolean,
): Promise<readonly string[]> {
  return new Promise((resolve) => {
    let answer = '';
    const socket = connect(port, '127.0.0.1', () => {
      for (const chunk of chunks) socket.write(chunk);
      if (isCut) socket.resetAndDestroy();
      else {
        socket.setTimeout(QUIET_MS, () => {
          void statusOf(port, laterRequest).then(() => socket.destroy());
        });
      }
    });
    socket.on('data', (chunk) => {
      answer += chunk.toString('latin1');
    });
    socket.on('error', () => undefined);
    socket.on('close', () => {
      const found = answer.matchAll(/HTTP\/1\.1 (\d{3}) /g);
      resolve([...found].map(([, status]) => status ?? ''));
    });
  });
}

/** Status of the answer to one request, however busy the machine is; undefined without one. */
function statusOf(port: number, request: Uint8Array): Promise<string | undefined> {
  return new Promise((resolve) => {
    let answer = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(request));
    socket.setTimeout(30_000, () => socket.destroy());
    socket.on('data', (chunk) => {
      answer += chunk.toString('latin1');
      if (answer.includes('\r\n\r\n')) socket.destroy();
    });
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(/^HTTP\/1\.1 (\d{3}) /.exec(answer)?.[1]));
  });
}
