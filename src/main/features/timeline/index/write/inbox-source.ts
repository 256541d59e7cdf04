/** Genuine deliveries out of the inbox, opened, in the order in which they became genuine. */
import { z } from 'zod';
import type { JsonObject } from '../../../../../contract/scalars.ts';
import { errorCode } from '../../../../../platform/error-code.ts';
import { inParts } from '../../../../../platform/slices.ts';
import type { Sqlite } from '../../../../../platform/sqlite.ts';
import {
  createErasedBodies,
  type ErasedNames,
  nobodyErased,
} from '../../../../core/records/erased/erased-bodies.ts';
import { viewsIn } from '../../../webhooks/inbox/block-content.ts';
import { isErasedContent, isErasedPacked } from '../../../webhooks/inbox/erased-content.ts';
import { createStoredBlocks, createStoredContent } from '../../../webhooks/inbox/stored-content.ts';
import { createStoredDeliveries } from '../../../webhooks/inbox/stored-deliveries.ts';
import { createWebhookPaths } from '../../../webhooks/inbox/webhook-paths.ts';
import { readInboxId } from '../../../webhooks/inbox/writer.ts';
import { isSameLeft, samenessLeft } from '../../../webhooks/intake/read-body.ts';
import { verifiedBytes } from '../../../webhooks/signature-checks/reserialised.ts';
import { factsOfBody } from '../facts.ts';
import type { ReceivedDelivery } from './event-store.ts';
import { createFreshWords, type DeliveredFacts } from './fresh-words.ts';

export interface ReadDelivery extends ReceivedDelivery {
  /** Where the cursor stands after it. */
  readonly sequence: number;
  /** null where it can't be opened (sealed to a key that is gone, or damaged), or is no event. */
  readonly facts: DeliveredFacts | null;
  /** Where personal data was taken out of it: the `sameness` of what is left. */
  readonly left: string | null;
}

export interface InboxSource {
  readonly inboxId: string;
  /** Genuine ones after the cursor. */
  after(sequence: number, limit: number): Iterable<ReadDelivery>;
  /** What was handed over last was not taken in. */
  forget(): void;
  count(): number;
  slots(): readonly { readonly slot: number; readonly path: string }[];
  /** Exact repeats of the inbox since this moment, and the moment of the newest. */
  repeatsSince(at: number): readonly Duplicate[];
  /**
   * Personal data was taken out of this delivery or out of the other, or is left out as it is read, and what is left
   * of both is the same. In place of the other may stand what was looked up.
   */
  isSameLeft(arrival: number, other: number | JsonObject): boolean;
  /** The delivery as that one of the whole events tells it of which it is left; else as it is. */
  whole(delivery: ReadDelivery, events: readonly JsonObject[]): ReadDelivery;
}

const repeatRow = z.object({ arrival: z.int(), count: z.int(), last_at: z.int() });
export type Duplicate = z.infer<typeof repeatRow>;

const proof = z.enum(['genuine', 'genuine-reserialised']);
const deliveryRow = z.object({
  arrival: z.int(),
  slot: z.int(),
  received_at: z.int(),
  block: z.int(),
  place: z.int(),
  verdict: proof.catch('genuine'),
});
const deliveryRows = z.array(deliveryRow);
type Genuine = Pick<ReadDelivery, 'arrival' | 'sequence'>;
const verdictRow = z.object({ kind: proof });

export interface InboxSourceOptions {
  /** The inbox, opened for reading. */
  readonly sqlite: Sqlite;
  readonly profileId: string;
  /** Private key of the profile’s inbox. */
  readonly privateKey: Uint8Array;
  /** Secrets to cut by value out of what is read. */
  readonly known?: () => readonly string[];
  /** Customers of whom nothing personal is read. */
  readonly erased?: ErasedNames;
}

export function createInboxSource(options: InboxSourceOptions): InboxSource {
  const { sqlite, profileId, privateKey, known = () => [] } = options;
  const erased = createErasedBodies(options.erased ?? nobodyErased);
  const inboxId = readInboxId(sqlite);
  const slots = createWebhookPaths(sqlite);
  const stored = createStoredDeliveries(sqlite, slots);
  const openBlock = createStoredBlocks(sqlite, inboxId);
  const contentOf = createStoredContent(sqlite, inboxId, slots);
  let delivered = createFreshWords();

  const copyOf = (arrival: number) => {
    const content = contentOf(arrival, privateKey);
    const delivery = stored.get(arrival);
    if (content === null || delivery === null) return null;
    const body = verifiedBytes(delivery.verdict.kind, content.body);
    return { body, isReduced: isErasedContent(content.headers) || erased.isNamedIn(body) };
  };

  const factsIn = (
    { block, place }: { readonly block: number; readonly place: number },
    kind: ReadDelivery['proof'],
  ): Pick<ReadDelivery, 'facts' | 'left'> => {
    const views = orNull(() => viewsIn(openBlock(block, profileId, privateKey), place));
    if (views === null) return { facts: null, left: null };
    const body = verifiedBytes(kind, views.body);
    const facts = factsOfBody(erased.withoutPersonalData(body), known());
    if (facts === null) return { facts, left: null };
    const left = isErasedPacked(views.headers) ? samenessLeft(body) : null;
    return { facts: delivered(facts), left };
  };

  return {
    inboxId,
    *after(sequence, limit) {
      slots.reload();
      const found = stored.genuineAfter(profileId, sequence, limit);
      for (const [genuine, row] of withRows(sqlite, found)) {
        const isLater = genuine.sequence !== genuine.arrival;
        const verdict = isLater ? laterVerdict(sqlite, genuine.sequence) : row.verdict;
        yield {
          ...genuine,
          slot: row.slot,
          receivedAt: row.received_at,
          proof: verdict,
          ...factsIn(row, verdict),
        };
      }
    },
    forget: () => {
      delivered = createFreshWords();
    },
    count: () => {
      slots.reload();
      return stored.genuineCount(profileId);
    },
    slots: () =>
      slots
        .list()
        .filter((slot) => slot.profileId === profileId)
        .map(({ slot, path }) => ({ slot, path })),
    repeatsSince: (at) =>
      z
        .array(repeatRow)
        .parse(
          sqlite.all(
            'SELECT arrival, count, last_at FROM repeats WHERE last_at >= ? ORDER BY arrival',
            [at],
          ),
        ),
    isSameLeft(arrival, other) {
      const one = orNull(() => copyOf(arrival));
      const two =
        typeof other === 'number'
          ? orNull(() => copyOf(other))
          : { body: Buffer.from(JSON.stringify(other)), isReduced: false };
      if (one === null || two === null || !(one.isReduced || two.isReduced)) return false;
      return isSameLeft(one.body, two.body);
    },
    whole(delivery, events) {
      const body = events
        .map((event) => Buffer.from(JSON.stringify(event)))
        .find((one) => samenessLeft(one) === delivery.left && !erased.isNamedIn(one));
      const facts = body === undefined ? null : factsOfBody(body, known());
      // Each of its words may be new: they were not handed over before.
      return facts === null ? delivery : { ...delivery, facts: createFreshWords()(facts) };
    },
  };
}

/** null where it can't be opened. */
function orNull<Found>(open: () => Found): Found | null {
  try {
    return open();
  } catch (error) {
    if (errorCode(error).startsWith('SQLITE')) throw error;
    return null;
  }
}

/** Rows of so many deliveries at a time: a question for each would cost more than reading it. */
const ROWS = 500;

function* withRows(sqlite: Sqlite, genuine: readonly Genuine[]) {
  for (const part of inParts(genuine, ROWS)) {
    const rows = deliveryRows.parse(
      sqlite.all(
        `SELECT arrival, slot, received_at, block, place, verdict FROM deliveries
         WHERE arrival IN (SELECT value FROM json_each(?))`,
        [JSON.stringify(part.map(({ arrival }) => arrival))],
      ),
    );
    const byArrival = new Map(rows.map((row) => [row.arrival, row]));
    for (const one of part) {
      const row = byArrival.get(one.arrival);
      if (row === undefined) throw new TypeError('A verified delivery is not stored.');
      yield [one, row] as const;
    }
  }
}

const laterVerdict = (sqlite: Sqlite, sequence: number) =>
  verdictRow.parse(sqlite.first('SELECT kind FROM verdicts WHERE sequence = ?', [sequence])).kind;
