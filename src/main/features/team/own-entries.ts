/** This computer's own entries: signed and stored, then sent, in order, until the database has them. */
import { type Clock, isoNow } from '../../../platform/clock.ts';
import type { Random } from '../../../platform/random.ts';
import type { Sqlite } from '../../../platform/sqlite.ts';
import { createChain, type NewEntry } from '../../../team-log/chain.ts';
import {
  type ChainHead,
  type EntryKind,
  headOfEntry,
  type SignedEntry,
  type TeamSigning,
} from '../../../team-log/entry.ts';
import { ChainConflict } from '../../../team-log/errors.ts';
import { isApprovalKind, isClaimKind, mayWrite } from '../../../team-log/kinds.ts';
import type { MemberRole } from '../../../team-log/membership-payload.ts';
import type { EpochKey } from '../../../team-log/sealing.ts';
import type { TeamLog } from '../../../team-log/team-log.ts';
import type { TeamJudgeStore } from './judge-store.ts';
import type { TakeOther } from './taking.ts';
import type { OutboxEntry, TeamState } from './team-state.ts';

/** Sent in one go: a file's rows are claimed at once, with their places of the day. */
const most = { entries: 300, bytes: 2 * 1024 * 1024 };

export interface OwnEntriesParts {
  readonly sqlite: Sqlite;
  readonly state: TeamState;
  readonly store: TeamJudgeStore;
  readonly signing: TeamSigning;
  readonly log: TeamLog;
  readonly clock: Clock;
  readonly random: Random;
  readonly team: string;
  readonly profileStream: string;
  /** Role of this computer; null for none. */
  readonly role: () => MemberRole | null;
  /** Who is in the team is not known: nothing is sealed. */
  readonly isForked: () => boolean;
  /** Epoch key to seal to; null for none. */
  readonly epoch: () => EpochKey | null;
  /** Own entries of kinds that another part takes, in the transaction: a claim once the database has it, others as they are stored. */
  readonly takeOther: TakeOther;
  readonly open: (entry: SignedEntry) => Uint8Array;
  /** Called when the database has more of this computer’s entries. */
  readonly onSent: (toTeam: boolean) => void;
  /** A change of members never counted: another owner's stands in its place. In the transaction. */
  readonly onLost: (entry: SignedEntry) => void;
  /** Called when the database has another entry in the place of one: of the membership, or of this computer’s chain. */
  readonly onConflict: (isFollowed: boolean) => void;
}

/** Whether another part stores entries of the kind, those of this computer as those of others. */
const isKeptHere = (kind: EntryKind): boolean =>
  kind === 'token' || kind === 'audit' || isClaimKind(kind) || isApprovalKind(kind);

export type OwnEntries = ReturnType<typeof createOwnEntries>;

export function createOwnEntries(parts: OwnEntriesParts) {
  const { sqlite, state, store, signing, log, clock, random, team, profileStream } = parts;

  const headOfOwn = (streamId: string): ChainHead | null =>
    state.lastOf(streamId, signing.publicKey) ?? store.head(streamId, signing.publicKey);

  /** @param isAsked a person waits for a change of members, and is told by the error */
  const conflicted = (
    { isFollowed, stream, sequence }: ChainConflict,
    entries: readonly OutboxEntry[],
    isAsked: boolean,
  ): void => {
    sqlite.transaction(() => {
      const mine = entries.find(
        ({ entry }) => entry.stream === stream && entry.sequence === sequence,
      );
      if (!isFollowed) state.end('conflict');
      // It never counted: another's stands in its place.
      else if (mine !== undefined) {
        state.withdraw(mine.number);
        if (!isAsked && mine.entry.kind === 'membership') parts.onLost(mine.entry);
      }
    });
    parts.onConflict(isFollowed);
  };

  /**
   * Sends all entries that wait. Rejects with what stopped it. @param isAsked a person waits for a change of members
   */
  async function send(isAsked = false): Promise<void> {
    for (;;) {
      let bytes = 0;
      const some = state.outbox(most.entries).filter(({ entry }, at) => {
        bytes += entry.bytes.length;
        return at === 0 || bytes <= most.bytes;
      });
      const last = some.at(-1);
      if (last === undefined) return;
      try {
        await log.append(some.map(({ entry }) => entry));
      } catch (error) {
        if (error instanceof ChainConflict) conflicted(error, some, isAsked);
        throw error;
      }
      // Not on the disk at once: what a power cut undoes of it is sent again, and changes nothing there.
      sqlite.derive(() => {
        state.sent(last.number);
        for (const { entry } of some) {
          if (entry.kind !== 'claim') continue;
          store.take(entry.stream, entry.author, headOfEntry(entry));
          parts.takeOther(entry, parts.open(entry));
        }
        store.store();
        state.exchanged(isoNow(clock));
      });
      parts.onSent(some.some(({ entry }) => entry.stream !== profileStream));
    }
  }

  return {
    /** Head of this computer’s chain in a stream: its last entry, sent or not. */
    headOfOwn,
    /**
     * The next entry of this computer, stored to be sent. Inside a transaction. Throws RangeError for one that its
     * role may not write, as nobody would take it, and while the members are forked.
     */
    write(
      into: string,
      { kind, content, follows = null }: Pick<NewEntry, 'kind' | 'content' | 'follows'>,
    ): SignedEntry {
      const role = parts.role();
      if (role === null || !mayWrite(role, kind))
        throw new RangeError('The role of this computer in its team does not let it do this.');
      if (kind !== 'membership' && parts.isForked())
        throw new RangeError(
          'The changes of the team’s members were forked. Owners resolve that first, under Settings, Team.',
        );
      const isClear = kind === 'membership' || kind === 'paths';
      const epoch = isClear ? null : parts.epoch();
      const chain = createChain({ signing, team, stream: into, head: headOfOwn(into), random });
      const entry = chain.next({ kind, content, follows, epoch, at: isoNow(clock) });
      state.send(entry);
      // It is here already, so it is not taken when it is read. What changes the team is, like everybody's, and a
      // claim is when the database has it: until then a colleague may be faster.
      if (into === profileStream && kind !== 'claim') {
        store.take(into, entry.author, headOfEntry(entry));
        store.store();
        if (isKeptHere(kind)) parts.takeOther(entry, content);
      }
      return entry;
    },
    send,
    /** Sends as `send` does, without claims that a colleague was faster with: nobody waits for those any more. */
    async sendRest(): Promise<void> {
      for (;;) {
        try {
          return await send();
        } catch (error) {
          const isLostClaim =
            error instanceof ChainConflict && error.isFollowed && error.stream === profileStream;
          if (!isLostClaim) throw error;
        }
      }
    },
  };
}
