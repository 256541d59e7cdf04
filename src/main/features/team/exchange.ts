/**
 * The exchange of one profile with its team: what is new here is signed, stored and sent; what others wrote is
 * read, judged and taken. One round at a time, so that a chain has one writer here.
 *
 *     here: change → signed entry, stored ──▶ sent, again as it is until the database has it
 *     there: read → judged → opened → merged and stored with its head
 */
import { createRetry } from '../../../platform/back-off.ts';
import { type Clock, createPeriod, isoNow } from '../../../platform/clock.ts';
import type { Random } from '../../../platform/random.ts';
import { nextTurn } from '../../../platform/slices.ts';
import type { Sqlite } from '../../../platform/sqlite.ts';
import { createTurns } from '../../../platform/turns.ts';
import { type SignedEntry, streamOfTeam, type TeamSigning } from '../../../team-log/entry.ts';
import { createEpochs } from '../../../team-log/epochs.ts';
import { ChainConflict } from '../../../team-log/errors.ts';
import { createJudge } from '../../../team-log/judge.ts';
import { currentEpoch, isOut, type Membership, readersOf } from '../../../team-log/membership.ts';
import type { MemberRole } from '../../../team-log/membership-payload.ts';
import { paceOf } from '../../../team-log/pace.ts';
import { problemOf } from '../../../team-log/problems.ts';
import type { Cursor } from '../../../team-log/read.ts';
import type { TeamLog } from '../../../team-log/team-log.ts';
import type { Log } from '../../core/foundation/log.ts';
import { createHeads } from './heads.ts';
import { createJudgeStore, entriesIn } from './judge-store.ts';
import { createOwnEntries } from './own-entries.ts';
import { batch } from './pages.ts';
import type { Publishing } from './publishing.ts';
import { createSaying } from './saying.ts';
import { createStreamReader } from './stream-reader.ts';
import { createTaking, type Taken, type TakingParts } from './taking.ts';
import { awayWith, type ExchangeStatus, isOfDatabase } from './team-failures.ts';
import type { TeamRow, TeamState } from './team-state.ts';
import { createWaking } from './waking.ts';

/** Signed entries that are sent before more are signed. */
const maxWaiting = 50;
/** When something was exchanged last is stored so often. */
const exchangedEveryMs = 10_000;
const waits = { firstMs: 500, longestMs: 15_000 };

export interface ExchangeParts
  extends Pick<
    TakingParts,
    'own' | 'known' | 'reduce' | 'takeOther' | 'isShared' | 'onMembership'
  > {
  readonly sqlite: Sqlite;
  readonly state: TeamState;
  readonly row: TeamRow;
  /** This computer's key in the team. */
  readonly signing: TeamSigning;
  readonly log: TeamLog;
  readonly publishing: Publishing;
  readonly clock: Clock;
  readonly random: Random;
  readonly report: Pick<Log, 'warn' | 'error'>;
  /** An owner admitted this computer. Inside the transaction. */
  readonly onJoined: (role: MemberRole) => void;
  /** A change of members that was to go later, signed as this entry, never counted. Inside the transaction. */
  readonly onLost: (sequence: number) => void;
  /** Members, roles or keys are otherwise. */
  readonly onMembers: () => void;
  /** Something came; the kinds of records and facts that it was of. */
  readonly onTaken: (taken: Taken) => void;
  /** Status, members or counts are otherwise. */
  readonly onChange: () => void;
}

export type Exchange = ReturnType<typeof createExchange>;

export function createExchange(parts: ExchangeParts) {
  const { sqlite, state, row, signing, log, publishing, clock, random, report, onChange } = parts;
  const { team, stream } = row;
  const teamStream = streamOfTeam(team);
  const streams = [teamStream, stream] as const;
  const inTurn = createTurns();
  const store = createJudgeStore(sqlite);
  let judge = createJudge(team, store);
  const epochs = createEpochs(signing, judge.membership());
  let taking = openTaking();
  let status: ExchangeStatus = { state: 'connecting' };
  let isAsked = false;
  let isClosed = false;
  const exchanged = createPeriod(clock);
  let isChecked = false;

  function openTaking() {
    return createTaking({
      ...parts,
      passing: publishing.passing,
      store,
      judge,
      epochs,
      isMember: () => ownRole() !== null,
    });
  }
  /** What was half judged is forgotten. */
  const judgeAnew = (): void => {
    store.drop();
    judge = createJudge(team, store);
    taking = openTaking();
  };

  const become = (next: ExchangeStatus): void => {
    if (JSON.stringify(next) === JSON.stringify(status)) return;
    status = next;
    onChange();
  };

  const ownRole = () => judge.membership().members.get(signing.publicKey)?.role ?? null;
  let hasJoined = row.joined_at !== null;
  /** As far as was read: also before it is stored, and where a stop came in between. */
  const isRemoved = () => isOut(judge.membership(), signing.publicKey, hasJoined);

  /** By how many they are. */
  const pace = () => paceOf(readersOf(judge.membership()).length);

  const isForked = () => judge.membership().fork !== null;
  const isEnded = () => !state.goesOn();

  const reader = createStreamReader({
    state,
    store,
    log,
    clock,
    streams,
    isMember: () => ownRole() !== null,
    isClosed: () => isClosed,
    take: takeOrPass,
    takeAgain: (entries, streamId) => taking.again(entries, streamId),
    onChange,
  });

  const ownEntries = createOwnEntries({
    sqlite,
    state,
    store,
    signing,
    log,
    clock,
    random,
    team,
    profileStream: stream,
    isForked,
    epoch: () => currentEpoch(judge.membership()),
    open: epochs.open,
    role: ownRole,
    takeOther: (entry, content) => parts.takeOther?.(entry, content),
    onSent(toTeam) {
      // Its own entries of the team's stream are taken as those of others are.
      if (toTeam) reader.markUnread(teamStream);
      onChange();
    },
    onLost(entry) {
      taking.tell([problemOf('lost change', entry)]);
      parts.onLost(entry.sequence);
    },
    onConflict(isFollowed) {
      if (isFollowed) reader.markUnread(teamStream);
      else become({ state: 'conflict' });
    },
  });

  const { write, send, sendRest, headOfOwn } = ownEntries;

  const heads = createHeads({
    sqlite,
    state,
    store,
    log,
    clock,
    streams,
    write,
    send,
    own: signing.publicKey,
    judge: () => judge,
    isMember: () => ownRole() !== null && !isForked(),
    everyMs: () => pace().headsMs,
    tell: (problems) => taking.tell(problems),
    takeAfter: async (streamId, author, after) =>
      takeOrPass(await log.readAuthor(streamId, author, after, batch), streamId),
  });

  async function takeOrPass(
    entries: readonly SignedEntry[],
    streamId: string,
    cursor?: Cursor,
  ): Promise<void> {
    // A colleague may have written under a change of members that came since those were read.
    const isEarly = streamId !== teamStream && entries.some((entry) => judge.isEarly(entry));
    if (isEarly) await reader.readAll(teamStream);
    if (isClosed) return;
    const all = await taking.take(entries, streamId, cursor);
    if (all !== null) return heard(all, streamId);
    // One of them does not fit: each by itself, so that the others are taken.
    judgeAnew();
    for (const entry of entries) {
      const one = await taking.take([entry], streamId);
      if (one !== null) heard(one, streamId);
      else {
        judgeAnew();
        taking.pass(entry);
      }
    }
    if (cursor !== undefined) sqlite.transaction(() => void state.keepCursor(streamId, cursor));
  }

  function heard(taken: Taken, streamId: string): void {
    heads.wrote(streamId, taken.news);
    if (taken.changesMembership) {
      heads.membersChanged();
      afterMembership();
    }
    if (taken.counts.length > 0) parts.onTaken(taken);
  }

  function afterMembership(): void {
    const role = ownRole();
    if (!hasJoined && role !== null) {
      sqlite.transaction(() => {
        state.joined(isoNow(clock));
        if (row.invitation !== null) parts.onJoined(role);
      });
      hasJoined = true;
      reader.markUnread(stream);
      reader.markForRereading(teamStream);
    }
    endWhereRemoved();
    parts.onMembers();
    onChange();
  }

  function endWhereRemoved(): void {
    if (!isRemoved()) return;
    sqlite.transaction(() => void state.end('removed'));
    become({ state: 'removed' });
  }

  async function publish(): Promise<void> {
    const sign = (content: Uint8Array): void => {
      write(stream, { kind: 'facts', content });
    };
    const leaveOut = (): void => {
      const { sequence } = headOfOwn(stream) ?? { sequence: 0 };
      const author = signing.publicKey;
      taking.tell([problemOf('too large', { stream, author, sequence: sequence + 1 })]);
    };
    // What is read meanwhile may be that it was removed.
    while (!isClosed && ownRole() !== null && publishing.step(sign, leaveOut)) {
      await nextTurn();
      if (state.toSend() >= maxWaiting) await send();
    }
    await send();
    if (ownRole() !== null) await heads.say();
  }

  async function round(): Promise<void> {
    if (isEnded()) return;
    if (!isChecked) await log.check('desk');
    isChecked = true;
    // Signed entries of before go first: a chain has no gaps, and what is not sent is not missing there.
    await sendRest();
    await reader.readOn();
    endWhereRemoved();
    if (isClosed || isEnded()) return;
    if (ownRole() !== null) await exchange();
    endWhereRemoved();
    if (!isEnded()) become({ state: ownRole() === null ? 'waiting' : 'on' });
  }

  async function exchange(): Promise<void> {
    reader.resetCount();
    await heads.compare();
    // It waits until it is known whom to seal to.
    if (!isForked()) await publish();
    if (isClosed || !exchanged.isDue(exchangedEveryMs)) return;
    exchanged.begin();
    sqlite.transaction(() => void state.exchanged(isoNow(clock)));
  }

  const retry = createRetry(() => kick(...streams), waits);

  function failed(error: unknown): void {
    if (isClosed || error instanceof ChainConflict) return;
    judgeAnew();
    isChecked = false;
    heads.compareSoon();
    if (!isOfDatabase(error)) report.error({ err: error }, 'the exchange with the team stopped');
    become(awayWith(error));
    retry.failed();
  }

  /** A round for these streams, and for what is new here. Calls while one waits join it. */
  function kick(...streamIds: readonly string[]): void {
    reader.markUnread(...streamIds);
    if (isAsked || isClosed) return;
    isAsked = true;
    void inTurn(async () => {
      isAsked = false;
      if (isClosed) return;
      try {
        await round();
        retry.succeeded();
        if (reader.isWanted() && ownRole() !== null && !isEnded()) kick();
      } catch (error) {
        failed(error);
      }
    });
  }

  const saying = createSaying({
    sqlite,
    state,
    store,
    stream,
    teamStream,
    inTurn,
    ...ownEntries,
    readAll: reader.readAll,
    failed,
    log,
    clock,
    random,
    own: signing.publicKey,
    membership: () => judge.membership(),
  });

  const waking = createWaking({ clock, random, restMs: () => pace().restMs, wake: () => kick() });
  const endListening = log.listen(
    () => streams,
    (streamId) => {
      reader.markUnread(streamId);
      waking.soon();
    },
    () => pace().pollMs,
  );
  kick();

  return {
    own: signing.publicKey,
    streams,
    status: (): ExchangeStatus => (isRemoved() ? { state: 'removed' } : status),
    membership: (): Membership => judge.membership(),
    epochs,
    headOf: (streamId: string, author: string) => store.head(streamId, author),
    /** Entries of all authors that are here, of the profile's stream. */
    has: () => entriesIn(store.heads(stream)),
    toRead: reader.toRead,
    readAt: reader.readAt,
    /** Something may be new here. */
    wake: waking.news,
    /** As it is now, everything read and sent. Rejects with what stopped it. */
    now: () =>
      inTurn(async () => {
        reader.markUnread(...streams);
        await round();
      }),
    ...saying,
    /** Lets nothing new begin; says what is here, where the database answers soon. */
    async close(): Promise<void> {
      if (isClosed) return;
      isClosed = true;
      retry.stop();
      waking.stop();
      await endListening();
      if (status.state === 'on') await inTurn(() => heads.say(0)).catch(() => undefined);
      await log.close();
      await inTurn(() => undefined);
      epochs.close();
    },
  };
}
