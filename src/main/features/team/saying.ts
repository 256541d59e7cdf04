/** What this computer says at once, beside what is published: each in its turn between the rounds of the exchange. */
import { type Clock, isoNow } from '../../../platform/clock.ts';
import type { Random } from '../../../platform/random.ts';
import type { Sqlite } from '../../../platform/sqlite.ts';
import type { InTurn } from '../../../platform/turns.ts';
import { createChain, type NewEntry } from '../../../team-log/chain.ts';
import { hashOfEntry, type SignedEntry, type TeamSigning } from '../../../team-log/entry.ts';
import { createJudge, type JudgeStore, type Waiting } from '../../../team-log/judge.ts';
import { foldMembership, type Membership } from '../../../team-log/membership.ts';
import { followsOf } from '../../../team-log/membership-changes.ts';
import { type MembershipPayload, membershipBytes } from '../../../team-log/membership-payload.ts';
import { createMemoryStore } from '../../../team-log/memory-store.ts';
import type { TeamLog } from '../../../team-log/team-log.ts';
import type { TeamJudgeStore } from './judge-store.ts';
import type { OwnEntries } from './own-entries.ts';
import { batch, readPages } from './pages.ts';
import { isOfDatabase } from './team-failures.ts';
import type { TeamState } from './team-state.ts';

export interface SayingParts extends OwnEntries {
  readonly sqlite: Sqlite;
  readonly state: TeamState;
  readonly store: TeamJudgeStore;
  readonly log: Pick<TeamLog, 'append' | 'read' | 'readAuthor' | 'headsOf'>;
  /** This computer's public key. */
  readonly own: string;
  readonly clock: Clock;
  readonly random: Random;
  /** ID of the profile’s stream. */
  readonly stream: string;
  readonly teamStream: string;
  readonly inTurn: InTurn;
  readonly membership: () => Membership;
  readonly readAll: (stream: string) => Promise<void>;
  /** The exchange is tried again later. */
  readonly failed: (error: unknown) => void;
}

type Said = Pick<NewEntry, 'kind' | 'content'>;

export function createSaying(parts: SayingParts) {
  const {
    sqlite,
    state,
    store,
    stream,
    teamStream,
    inTurn,
    write,
    send,
    sendRest,
    readAll,
    failed,
  } = parts;

  /** What it follows, and its bytes. */
  const made = (membership: Membership, payload: MembershipPayload) =>
    ({
      kind: 'membership',
      content: membershipBytes(payload),
      follows: followsOf(membership, payload),
    }) as const;
  function requireCounts({ team }: Membership, entry: SignedEntry): void {
    const { counted, fork } = foldMembership(team, [...store.membership(), entry]);
    const hash = hashOfEntry(entry);
    if (counted.has(hash) || fork?.choices.some((choice) => choice.entry === hash)) return;
    throw new RangeError('The team does not allow this change.');
  }

  /** What was stored now. False where it goes when the database answers again. */
  async function isSent(into: string, isAsked: boolean): Promise<boolean> {
    try {
      await send(isAsked);
      if (into === teamStream) await readAll(teamStream);
      return true;
    } catch (error) {
      if (!isOfDatabase(error)) throw error;
      failed(error);
      return false;
    }
  }

  return {
    /**
     * Changes the team, as an owner. False where it is signed and stored, and goes when the database answers again.
     * Rejects with what stopped it before.
     * @param about `joining`: a computer that joins has to see it; `heads`: it says which entries of the profile's stream count
     */
    change: (
      make: (membership: Membership) => MembershipPayload,
      about: 'joining' | 'heads' | null = null,
    ) =>
      inTurn(async () => {
        // A change that waits goes first, or is told as lost.
        await sendRest();
        // What can't be read must not keep its author in the team.
        if (about === 'heads') await readAll(stream).catch(failed);
        await readAll(teamStream);
        const membership = parts.membership();
        if (about === 'joining') await requireJoinable({ ...parts, membership });
        const next = made(membership, make(membership));
        sqlite.transaction(() => requireCounts(membership, write(teamStream, next)));
        return await isSent(teamStream, true);
      }),
    /** Changes the team by another key, which is not kept: nothing is stored here before the database has it. */
    changeBy: (signing: TeamSigning, make: (membership: Membership) => MembershipPayload) =>
      inTurn(async () => {
        await sendRest();
        await readAll(teamStream);
        const membership = parts.membership();
        const { team } = membership;
        const head = store.head(teamStream, signing.publicKey);
        const { random } = parts;
        const chain = createChain({ signing, team, stream: teamStream, head, random });
        const next = made(membership, make(membership));
        const entry = chain.next({ ...next, epoch: null, at: isoNow(parts.clock) });
        requireCounts(membership, entry);
        await parts.log.append([entry]);
        await readAll(teamStream);
      }),
    /** Claims, sent at once. Rejects with ChainConflict where a colleague was faster with one. */
    claim: (claims: readonly Pick<NewEntry, 'content' | 'follows'>[]) =>
      inTurn(async () => {
        await send();
        sqlite.transaction(() => {
          for (const claim of claims) write(stream, { kind: 'claim', ...claim });
        });
        await send();
      }),
    /**
     * What a person says into the profile's stream, made when it is its turn, with the members of then. False where it is
     * stored, and goes when the database answers again. Rejects with what stopped it before: then nothing is stored.
     */
    sayOrStore: (make: () => Said) =>
      inTurn(async () => {
        await sendRest();
        await readAll(teamStream);
        const entry = make();
        sqlite.transaction(() => void write(stream, entry));
        return await isSent(stream, false);
      }),
    /** Another entry of this computer, made when it is its turn and sent at once; null: none, after all. */
    say: (into: string, of: Said | (() => Said | null)) =>
      inTurn(async () => {
        // A claim that may be withdrawn is the last of what waits.
        if (state.hasClaim()) await sendRest();
        const entry = typeof of === 'function' ? of() : of;
        if (entry === null) return;
        sqlite.transaction(() => void write(into, entry));
        await send();
        if (into === teamStream) await readAll(teamStream);
      }),
  };
}

/** Whether a computer that joins now comes to the next change of this one: after a restore the database may lack what leads there. */
interface JoinableParts {
  readonly log: Pick<TeamLog, 'read' | 'readAuthor' | 'headsOf'>;
  readonly teamStream: string;
  /** This computer's public key. */
  readonly own: string;
  /** What this computer took. */
  readonly store: Pick<JudgeStore, 'head'>;
  readonly membership: Membership;
}

/** Reads the team's stream as a new computer does. Rejects with RangeError where that is not enough. */
export async function requireJoinable(parts: JoinableParts): Promise<void> {
  const { log, teamStream, own, store, membership } = parts;
  const shown = createMemoryStore();
  const judge = createJudge(membership.team, shown);
  for await (const { entries } of readPages(log, teamStream, null))
    for (const entry of entries) judge.judge(entry, teamStream);
  const sequenceOf = (author: string): number => shown.head(teamStream, author)?.sequence ?? 0;
  const isFurther = async ({ author, after }: Waiting): Promise<boolean> => {
    for (let from = after, before = -1; from > before; from = sequenceOf(author)) {
      for (const entry of await log.readAuthor(teamStream, author, from, batch))
        judge.judge(entry, teamStream);
      before = from;
    }
    return sequenceOf(author) > after;
  };
  // What is taken of one author may let in what waits of another.
  let isMore = true;
  while (isMore) {
    isMore = false;
    const { waiting } = judge.compare(teamStream, await log.headsOf(teamStream));
    for (const one of waiting) if (await isFurther(one)) isMore = true;
  }
  const { counted } = judge.membership();
  const hasAll = [...membership.counted].every((hash) => counted.has(hash));
  if (!hasAll || shown.head(teamStream, own)?.hash !== store.head(teamStream, own)?.hash)
    throw new RangeError(notJoinable);
}

const notJoinable =
  'The team’s database lacks earlier changes of the team, so a computer that joins now would not see that it is admitted. Nothing was changed. Have whoever runs the database bring them back. If they are lost for good, leave the team, then select “Recover team…” and enter the words of its recovery key.';
