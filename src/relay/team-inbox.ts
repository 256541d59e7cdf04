/**
 * Makes deliveries durable as entries of the team's log: one for each group and profile, sealed to the team.
 *
 * An entry whose append failed may be there all the same, so the very same bytes are sent again before the
 * next one is made, and one at most waits; whoever sent its deliveries was answered 503 and may send them
 * again, which desks count as repeats.
 */
import type { Log } from '../main/core/foundation/log.ts';
import type { Appended, IncomingDelivery } from '../main/features/webhooks/inbox/types.ts';
import type { ReceiverInbox } from '../main/features/webhooks/receiver/types.ts';
import { isVerified } from '../main/features/webhooks/signature-checks/types.ts';
import { type Clock, createPeriod, isoNow } from '../platform/clock.ts';
import type { Random } from '../platform/random.ts';
import { createTurns } from '../platform/turns.ts';
import { type Chain, createChain } from '../team-log/chain.ts';
import { coverageBytes } from '../team-log/coverage.ts';
import { packInParts, storedBytes } from '../team-log/deliveries.ts';
import {
  type ChainHead,
  headOfEntry,
  intactHash,
  type SignedEntry,
  type TeamSigning,
} from '../team-log/entry.ts';
import { ChainConflict, OwnPlaceTaken, TeamDatabaseAway } from '../team-log/errors.ts';
import type { EpochKey } from '../team-log/sealing.ts';
import type { SignedHead } from '../team-log/signed-head.ts';
import type { TeamLog } from '../team-log/team-log.ts';
import type { KeptHeads } from './kept-heads.ts';
import type { TeamView } from './team-view.ts';

export interface TeamInboxParts {
  readonly log: Pick<TeamLog, 'appendNext' | 'check' | 'headsOf' | 'ownHead' | 'readAuthor'>;
  readonly view: Pick<TeamView, 'find' | 'epoch' | 'isAdmitted' | 'streams'>;
  readonly team: string;
  readonly own: TeamSigning;
  readonly kept: Pick<KeptHeads, 'keep' | 'of' | 'streams'>;
  readonly clock: Clock;
  readonly random: Random;
  readonly say: Pick<Log, 'warn'>;
  /** Another process writes with this key. It is called once; nothing is taken after it. */
  readonly onConflict: (error: ChainConflict) => void;
  /** Bytes in an hour, as they are stored, of deliveries whose secret is not known here: anyone who knows a path can send them. */
  readonly unjudgedBytes?: number;
}

const MIB = 1024 * 1024;
/** Bytes that fill an entry, which holds 4 MiB. The delivery that fills it has little more than 1 MiB. */
const ENTRY_BYTES = 2 * MIB;
/** Rows in one place of a chain: each login may have one there. */
const placeLimit = { entries: 100, bytes: 16 * MIB };
/** How long the database may take, in milliseconds: the service waits for 5,000. */
const PATIENCE_MS = 4_000;
const UNJUDGED_BYTES = 1_024 * MIB;
const HOUR_MS = 60 * 60 * 1_000;

export interface TeamInbox extends ReceiverInbox {
  /** Says in every profile that this relay received from one moment to another, in milliseconds since 1970. */
  sayReceived(from: number, to: number): Promise<void>;
  /**
   * Resolves once the database took what failed before, or where that is nothing, would take entries of a relay, and
   * has all that this one wrote. Throws OwnPlaceTaken.
   */
  settle(): Promise<void>;
}

export function createTeamInbox(parts: TeamInboxParts): TeamInbox {
  const { log, view, team, own, kept, clock, random, say } = parts;
  /** By stream: the last entry that was kept to be sent. One that is made and not kept leaves no gap. */
  const heads = new Map<string, ChainHead | null>();
  const reading = new Map<string, Promise<SignedHead>>();
  /** Streams in which an entry of this process is durable: then another one there is another process's. */
  const proved = new Set<string>();
  let unsettled: readonly SignedEntry[] = [];
  let underWay: Promise<void> | null = null;
  let hasConflict = false;
  const inTurn = createTurns();
  const hasRoom = createAllowance(clock, parts.unjudgedBytes ?? UNJUDGED_BYTES, HOUR_MS);

  /** A long chain is looked through for longer than a delivery waits: the next one waits for the same. */
  const readHead = (stream: string): Promise<SignedHead> => {
    const before = reading.get(stream);
    if (before !== undefined) return before;
    const read = log.ownHead(stream, own.publicKey);
    reading.set(stream, read);
    read.catch(() => reading.delete(stream));
    return read;
  };
  /** Since a database was set back, this relay may have written another chain of that length without its file. */
  const requireSame = async (stream: string, { sequence, hash }: ChainHead): Promise<void> => {
    const rows = await log.readAuthor(stream, own.publicKey, sequence - 1, placeLimit);
    const signed = rows.filter((row) => row.sequence === sequence).map(intactHash);
    const other = signed.some((one) => one !== null && one !== hash);
    if (other && !signed.includes(hash)) throw new OwnPlaceTaken(sequence, null, 'lost');
  };
  const headOf = async (stream: string): Promise<ChainHead | null> => {
    const known = heads.get(stream);
    if (known !== undefined) return known;
    const { head, passed } = await within(readHead(stream));
    reading.delete(stream);
    const before = kept.of(stream);
    if (before !== undefined) {
      requireThere(head, before);
      await within(requireSame(stream, before));
    }
    for (const [login, rows] of passed)
      say.warn({ login, rows, behind: head?.sequence ?? 0 }, notSigned);
    heads.set(stream, head);
    return head;
  };
  /** Its entries count once they are kept to be sent. */
  const chainOf = async (stream: string): Promise<Chain> =>
    createChain({ signing: own, team, stream, head: await headOf(stream), random });

  const failed = (error: unknown, streams: Iterable<string>): void => {
    if (!(error instanceof ChainConflict)) return;
    if (proved.has(error.stream)) {
      hasConflict = true;
      parts.onConflict(error);
      return;
    }
    // An entry of the process before this one became durable after its end. Begin anew behind it.
    unsettled = [];
    for (const stream of streams) heads.delete(stream);
  };

  const send = async (entries: readonly SignedEntry[]): Promise<void> => {
    const streams = new Set(entries.map(({ stream }) => stream));
    unsettled = entries;
    for (const entry of entries) heads.set(entry.stream, headOfEntry(entry));
    try {
      await log.appendNext(entries);
      unsettled = [];
      for (const stream of streams) proved.add(stream);
      for (const entry of entries) kept.keep(entry.stream, headOfEntry(entry));
    } catch (error) {
      failed(error, streams);
      throw error;
    }
  };

  const append = async (entries: readonly SignedEntry[]): Promise<void> => {
    const sending = send(entries).finally(() => {
      underWay = null;
    });
    underWay = sending;
    await within(sending);
  };

  /** Before an entry is made: only then is it known where the chain stands. Gives whether it sent something. */
  const settled = async (): Promise<boolean> => {
    await within((underWay ?? Promise.resolve()).catch(() => undefined));
    if (unsettled.length === 0) return false;
    await append(unsettled);
    return true;
  };

  const entriesOf = (
    chain: Chain,
    deliveries: readonly IncomingDelivery[],
    epoch: EpochKey,
  ): readonly SignedEntry[] =>
    packInParts(deliveries.map(asRelayed), ENTRY_BYTES).map((content) =>
      chain.next({ kind: 'deliveries', epoch, content, at: isoNow(clock) }),
    );

  /** By stream, with nothing under way. */
  const ownHeads = async (): Promise<readonly (readonly [string, ChainHead | null])[]> => {
    await settled();
    for (const stream of [...view.streams(), ...kept.streams()]) await headOf(stream);
    return [...heads];
  };

  /** The database may have been set back since. */
  const requireOwn = async (stream: string, head: ChainHead): Promise<void> => {
    requireThere((await log.headsOf(stream))[own.publicKey], head);
    kept.keep(stream, head);
  };

  /** Whether it goes into the log; else what its sender is answered. */
  const admitted = (delivery: IncomingDelivery): Appended | string => {
    const { slotPath, verdict } = delivery;
    const isUnjudged = verdict.kind === 'not-yet-judged';
    if (isUnjudged && !hasRoom(storedBytes(asRelayed(delivery)))) return 'hold-full';
    if (!isVerified(verdict.kind) && !isUnjudged) return 'quarantined';
    return view.find(slotPath)?.stream ?? 'hold-full';
  };

  /** The one to seal to; null where nothing is taken. Whatever was waited for, it may be another one since. */
  const epochNow = (): EpochKey | null => (hasConflict || !view.isAdmitted() ? null : view.epoch());
  const requireEpoch = (): EpochKey => {
    const epoch = epochNow();
    if (epoch === null) throw new TeamDatabaseAway(notOurs);
    return epoch;
  };

  const sayReceived = async (from: number, to: number): Promise<void> => {
    if (epochNow() === null) return;
    const content = coverageBytes([{ address: null, from, to }]);
    await settled();
    const open: Chain[] = [];
    for (const stream of view.streams()) open.push(await chainOf(stream));
    const epoch = requireEpoch();
    const entries = open.map((chain) =>
      chain.next({ kind: 'coverage', epoch, content, at: isoNow(clock) }),
    );
    if (entries.length > 0) await append(entries);
  };

  const appendGroup = async (group: readonly IncomingDelivery[]): Promise<readonly Appended[]> => {
    if (group.length === 0) return [];
    requireEpoch();
    await settled();
    const byStream = new Map<string, IncomingDelivery[]>();
    const appended = group.map((delivery): Appended => {
      const became = admitted(delivery);
      if (became === 'hold-full' || became === 'quarantined') return became;
      const before = byStream.get(became);
      if (before === undefined) byStream.set(became, [delivery]);
      else before.push(delivery);
      return isVerified(delivery.verdict.kind) ? 'kept' : 'held';
    });
    const open = new Map<string, Chain>();
    for (const stream of byStream.keys()) open.set(stream, await chainOf(stream));
    const epoch = requireEpoch();
    const entries = [...open].flatMap(([stream, chain]) =>
      entriesOf(chain, byStream.get(stream) ?? [], epoch),
    );
    if (entries.length > 0) await append(entries);
    return appended;
  };

  return {
    slot(path) {
      const named = view.find(path);
      return named === null ? null : { path, profileId: named.stream, webhookId: null };
    },
    onWriter: () => () => undefined,
    // A chain has one writer.
    sayReceived: (from, to) => inTurn(() => sayReceived(from, to)),
    append: (group) => inTurn(() => appendGroup(group)),
    async settle() {
      if (!(await inTurn(settled))) await log.check('relay');
      for (const [stream, head] of await inTurn(ownHeads))
        if (head !== null) await requireOwn(stream, head);
    },
  };
}

const notSigned = 'passed over entries under this relay’s key that it did not sign';
const notOurs = 'This relay takes nothing now.';

/** @param found where the chain ends in the database: what stands at or behind the head continues it */
function requireThere(found: ChainHead | null | undefined, { sequence, hash }: ChainHead): void {
  const isThere = found != null && found.sequence >= sequence;
  if (!isThere || (found.sequence === sequence && found.hash !== hash))
    throw new OwnPlaceTaken(sequence, null, 'lost');
}

const asRelayed = ({ slotPath, receivedAt, rawHeaders, body }: IncomingDelivery) => ({
  path: slotPath,
  receivedAt,
  rawHeaders,
  body,
});

/** What the database does meanwhile goes on. Rejects with TeamDatabaseAway. */
async function within<Result>(work: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(new TeamDatabaseAway(`The database took longer than ${PATIENCE_MS} ms.`));
    }, PATIENCE_MS);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
    // Where it was late, nobody waits for it any more.
    work.catch(() => undefined);
  }
}

/** Whether so many bytes more are within what a period allows. */
function createAllowance(clock: Clock, most: number, periodMs: number) {
  const period = createPeriod(clock);
  let taken = 0;
  return (bytes: number): boolean => {
    if (period.isDue(periodMs)) {
      period.begin();
      taken = 0;
    }
    if (taken + bytes > most) return false;
    taken += bytes;
    return true;
  };
}
