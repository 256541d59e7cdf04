/**
 * Far behind the inbox (a first index, or one that is made again), the deliveries are opened and read in
 * a thread of their own, ahead of the one that writes. The writer takes them as it would read them
 * itself, in the same order, and waits where it stands: its transaction is synchronous.
 */
import { MessageChannel, type MessagePort, receiveMessageOnPort } from 'node:worker_threads';
import { openSqlite } from '../../../../../platform/sqlite.ts';
import { startWorker } from '../../../../../platform/thread.ts';
import { type ErasedNames, nobodyErased } from '../../../../core/records/erased/erased-bodies.ts';
import { createInboxSource, type InboxSource, type ReadDelivery } from '../write/inbox-source.ts';
import type { WriterData } from './messages.ts';

/** From so many deliveries on a thread is worth its start. */
const FAR_BEHIND = 20_000;
/** Deliveries of one message. */
const BATCH = 100;
/** Messages that may wait for the writer: enough to read on while it writes words. */
const MOST_AHEAD = 20;
const CACHE_KIB = 512;
const LOCK_WAIT_MS = 5_000;
/** How long the thread may keep the writer waiting before that reads by itself. */
const PATIENCE_MS = 30_000;
const LOOK_MS = 50;

/** Places in the numbers that both share. */
const MADE = 0;
const TAKEN = 1;
const STOP = 2;

/** What makes the writer's program this one. */
export interface AheadData
  extends Pick<WriterData, 'inbox' | 'profileId' | 'privateKey' | 'known' | 'erased'> {
  readonly role: 'ahead';
  /** Where the cursor of the inbox stands. */
  readonly after: number;
  readonly port: MessagePort;
  readonly numbers: SharedArrayBuffer;
}

/** MiB: what one message holds is soon forgotten. */
const limits = { maxOldGenerationSizeMb: 48, maxYoungGenerationSizeMb: 2 };

interface Ahead {
  /** null: nothing more comes from it. */
  next(): ReadDelivery | null;
  close(): void;
}

export interface AheadSource extends InboxSource {
  /** So many deliveries are left, as far as is known. */
  expect(left: number): void;
  close(): void;
}

type AheadOptions = Pick<WriterData, 'inbox' | 'profileId' | 'privateKey'> & {
  readonly erased?: ErasedNames;
  readonly known?: () => readonly string[];
  readonly program: URL;
  readonly isStopped: () => boolean;
  readonly farBehind?: number;
  readonly patienceMs?: number;
};

/** The source, read ahead of whoever takes from it while much is left. */
export function readAheadOf(source: InboxSource, options: AheadOptions): AheadSource {
  const { farBehind = FAR_BEHIND } = options;
  let ahead: Ahead | null = null;
  /** Once: what it did not finish is read without it. */
  let wasStarted = false;
  let left = 0;
  const close = (): void => {
    ahead?.close();
    ahead = null;
  };
  return {
    ...source,
    expect: (deliveries) => {
      left = deliveries;
    },
    *after(sequence, limit) {
      let last = sequence;
      let taken = 0;
      if (left >= farBehind && !wasStarted) {
        wasStarted = true;
        ahead = startAhead(options, sequence);
      }
      while (ahead !== null && taken < limit) {
        const next = ahead.next();
        if (next === null) close();
        else {
          last = next.sequence;
          taken += 1;
          yield next;
        }
      }
      if (taken < limit) yield* source.after(last, limit - taken);
    },
    forget() {
      close();
      source.forget();
    },
    close,
  };
}

function startAhead(options: AheadOptions, after: number): Ahead {
  const { program, isStopped, patienceMs = PATIENCE_MS } = options;
  const { inbox, profileId, privateKey, erased = nobodyErased } = options;
  const known = options.known?.() ?? [];
  const { port1: own, port2: port } = new MessageChannel();
  const shared = new SharedArrayBuffer(3 * Int32Array.BYTES_PER_ELEMENT);
  const numbers = new Int32Array(shared);
  const data: AheadData = {
    role: 'ahead',
    inbox,
    profileId,
    privateKey,
    known,
    erased,
    after,
    port,
    numbers: shared,
  };
  const thread = startWorker({ program, data, transfer: [port], limits });
  // It is missed where it is waited for, and then the writer reads by itself.
  thread.on('error', () => undefined);

  const take = (): string | null => {
    const until = performance.now() + patienceMs;
    for (;;) {
      const made = Atomics.load(numbers, MADE);
      const received = receiveMessageOnPort(own);
      if (received !== undefined) {
        Atomics.add(numbers, TAKEN, 1);
        Atomics.notify(numbers, TAKEN);
        return received.message as string | null;
      }
      if (isStopped() || performance.now() > until) return null;
      Atomics.wait(numbers, MADE, made, LOOK_MS);
    }
  };
  let batch: Iterator<ReadDelivery> = [].values();
  return {
    next() {
      for (;;) {
        const { value, done } = batch.next();
        if (done !== true) return value;
        const text = take();
        if (text === null) return null;
        batch = unpackDeliveries(text);
      }
    },
    close() {
      Atomics.store(numbers, STOP, 1);
      Atomics.notify(numbers, TAKEN);
      own.close();
    },
  };
}

export const isAheadData = (data: WriterData | AheadData): data is AheadData => 'role' in data;

/** The thread itself: reads on from the cursor to the end, so far ahead and no farther. */
export function runAhead(data: AheadData): void {
  const { inbox, profileId, privateKey, known, erased, after, port, numbers } = data;
  const counts = new Int32Array(numbers);
  const sqlite = openSqlite({
    ...inbox,
    isReadOnly: true,
    cacheKiB: CACHE_KIB,
    waitMs: LOCK_WAIT_MS,
  });
  const isStopped = (): boolean => Atomics.load(counts, STOP) !== 0;
  const say = (message: string | null): void => {
    port.postMessage(message);
    Atomics.add(counts, MADE, 1);
    Atomics.notify(counts, MADE);
  };
  const waitForRoom = (): void => {
    for (;;) {
      const taken = Atomics.load(counts, TAKEN);
      if (isStopped() || Atomics.load(counts, MADE) - taken < MOST_AHEAD) return;
      Atomics.wait(counts, TAKEN, taken, LOOK_MS);
    }
  };
  try {
    const source = createInboxSource({ sqlite, profileId, privateKey, erased, known: () => known });
    for (let cursor = after, isMore = true; isMore && !isStopped(); waitForRoom()) {
      const batch = [...source.after(cursor, BATCH)];
      if (batch.length > 0) say(packDeliveries(batch));
      cursor = batch.at(-1)?.sequence ?? cursor;
      isMore = batch.length === BATCH;
    }
  } finally {
    say(null);
    sqlite.close();
    port.close();
  }
}

/** Deliveries as they cross from one thread to another: one text, without the names of the fields. */
type PackedDelivery = readonly [
  arrival: number,
  sequence: number,
  slot: number,
  receivedAt: number,
  proof: ReadDelivery['proof'],
  facts: PackedFacts | null,
  left: string | null,
];
type PackedFacts = readonly [
  event: string,
  name: string,
  isMock: boolean,
  happenedAt: number | null,
  isEpoch: boolean,
  resourceKind: string | null,
  resourceId: string | null,
  customerId: string | null,
  sameness: number,
  text: string,
  fresh: readonly string[],
];

export const packDeliveries = (deliveries: readonly ReadDelivery[]): string =>
  JSON.stringify(deliveries.map(packed));

/** Both ends are ours and of one build. */
export function* unpackDeliveries(text: string): Generator<ReadDelivery> {
  for (const delivery of JSON.parse(text) as readonly PackedDelivery[]) yield unpacked(delivery);
}

function packed({ facts, ...delivery }: ReadDelivery): PackedDelivery {
  const { arrival, sequence, slot, receivedAt, proof, left } = delivery;
  const packedOnes = facts === null ? null : packedFacts(facts);
  return [arrival, sequence, slot, receivedAt, proof, packedOnes, left];
}

const packedFacts = (facts: NonNullable<ReadDelivery['facts']>): PackedFacts => [
  facts.event,
  facts.name,
  facts.isMock,
  facts.happenedAt,
  facts.isEpoch,
  facts.resourceKind,
  facts.resourceId,
  facts.customerId,
  facts.sameness,
  facts.text,
  facts.fresh,
];

function unpacked(delivery: PackedDelivery): ReadDelivery {
  const [arrival, sequence, slot, receivedAt, proof, facts, left] = delivery;
  return {
    arrival,
    sequence,
    slot,
    receivedAt,
    proof,
    left,
    facts: facts === null ? null : unpackedFacts(facts),
  };
}

function unpackedFacts(facts: PackedFacts): NonNullable<ReadDelivery['facts']> {
  const [event, name, isMock, happenedAt, isEpoch, resourceKind, ...rest] = facts;
  const [resourceId, customerId, sameness, text, fresh] = rest;
  return {
    event,
    name,
    isMock,
    happenedAt,
    isEpoch,
    resourceKind,
    resourceId,
    customerId,
    sameness,
    text,
    fresh,
  };
}
