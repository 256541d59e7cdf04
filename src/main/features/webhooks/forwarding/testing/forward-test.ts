/** For unit tests: forwarding over a real database, a list of genuine deliveries and a real receiver. */
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '../../../../../platform/migrations.ts';
import { systemRandom } from '../../../../../platform/random.ts';
import { openSqlite, type Sqlite } from '../../../../../platform/sqlite.ts';
import { createLog } from '../../../../core/foundation/log.ts';
import { type ForwardingParts, openForwarding } from '../forwarding.ts';
import { forwardingMigrations } from '../migrations.ts';
import { forwardHeader } from '../send.ts';
import type { DeliveryFacts, DeliverySource, Forwarder, NewTarget } from '../types.ts';

export interface ReceivedRequest {
  readonly path: string;
  readonly id: string;
  readonly body: string;
  readonly headers: IncomingMessage['headers'];
}

interface Genuine {
  readonly sequence: number;
  readonly arrival: number;
  readonly facts: DeliveryFacts | null;
  readonly body: Buffer;
}

export interface ForwardTest {
  readonly sqlite: Sqlite;
  readonly heard: readonly ReceivedRequest[];
  readonly origin: string;
  /** Milliseconds since 1970; the test moves it. */
  now: number;
  /** What the receiver answers; 200 unless told. */
  answer: (heard: ReceivedRequest, response: ServerResponse) => void;
  /** How often the source was read since it was last set to 0. */
  reads: number;
  /** Up to where deliveries are taken in; all of them unless told. */
  takenInUpTo: number | null;
  open(sourceId?: string, more?: Pick<ForwardingParts, 'patienceMs'>): Forwarder;
  /** One that became genuine; null facts are of one that can't be taken in. */
  deliver(arrival: number, more?: Partial<DeliveryFacts> | null, body?: string): void;
  /** A target at the receiver. */
  target(more?: Partial<NewTarget>): NewTarget;
  /** Waits from change to change. */
  until(check: () => boolean): Promise<void>;
  close(): Promise<void>;
}

export async function openForwardTest(): Promise<ForwardTest> {
  const directory = mkdtempSync(join(tmpdir(), 'causeway-forward-'));
  const sqlite = openSqlite({
    file: join(directory, 'profile.db'),
    key: new Uint8Array(32).fill(3),
  });
  migrate(sqlite, forwardingMigrations);
  const genuine: Genuine[] = [];
  const byArrival = new Map<number, Genuine>();
  const heard: ReceivedRequest[] = [];
  const changes: (() => void)[] = [];
  const opened: Forwarder[] = [];

  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { url: path = '', headers } = request;
      const body = Buffer.concat(chunks).toString('latin1');
      const one = { path, id: String(headers[forwardHeader]), body, headers };
      heard.push(one);
      test.answer(one, response);
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const source = (sourceId: string): DeliverySource => ({
    sourceId,
    // Sequences are 1, 2, 3, …
    genuineAfter: (sequence, limit) => genuine.slice(sequence, sequence + limit),
    lastSequence: () => genuine.length,
    takenInUpTo: () => test.takenInUpTo ?? genuine.length,
    facts(arrival) {
      test.reads += 1;
      return byArrival.get(arrival)?.facts ?? null;
    },
    sameness: (arrival) => byArrival.get(arrival)?.body.toString('base64') ?? null,
    content(arrival) {
      const found = byArrival.get(arrival);
      if (found === undefined) return null;
      const headers = [
        ['content-type', 'application/json'],
        ['content-encoding', 'identity'],
        ['signature', `sig-${arrival}`],
      ] as const;
      return { body: found.body, headers };
    },
  });

  const test: ForwardTest = {
    sqlite,
    heard,
    origin,
    now: Date.parse('2026-11-20T12:00:00.000Z'),
    answer: (_heard, response) => void response.writeHead(200).end(),
    reads: 0,
    takenInUpTo: null,
    open(sourceId = 'inbox-1', more = {}) {
      const forwards = openForwarding({
        ...more,
        sqlite,
        source: source(sourceId),
        fetch,
        clock: { now: () => test.now },
        random: systemRandom,
        log: createLog({ level: 'silent', destination: { write: () => undefined } }),
        onChange: () => {
          for (const done of changes.splice(0)) done();
        },
        timeoutMs: 2_000,
      });
      opened.push(forwards);
      return forwards;
    },
    deliver(arrival, more = {}, body = `{"n":${arrival}}`) {
      const facts = more === null ? null : { ...usual(arrival), receivedAt: test.now, ...more };
      const sequence = genuine.length + 1;
      const one = { sequence, arrival, facts, body: Buffer.from(body, 'latin1') };
      genuine.push(one);
      byArrival.set(arrival, one);
    },
    target: (more = {}) => ({
      name: 'Ledger',
      url: `${origin}/hooks`,
      webhookId: null,
      events: [],
      isForTeam: null,
      ...more,
    }),
    async until(check) {
      while (!check()) await new Promise<void>((done) => void changes.push(done));
    },
    async close() {
      for (const forwards of opened.splice(0)) await forwards.close();
      server.closeAllConnections();
      await new Promise<void>((done) => server.close(() => done()));
      sqlite.close();
      rmSync(directory, { recursive: true });
    },
  };
  return test;
}

const usual = (arrival: number) => ({
  webhookId: 'webhook_1',
  eventName: 'payout.create',
  isFromBackup: false,
  eventId: `event_${arrival}`,
});

/** What all targets took together. */
export const deliveredBy = (forwards: Forwarder): number =>
  forwards.targets().reduce((sum, one) => sum + one.delivered, 0);
