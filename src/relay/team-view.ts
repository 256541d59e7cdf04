/**
 * What a relay knows of its team: members and paths, read from the team's own stream and judged here,
 * whatever the database says of them. It follows the stream until it is closed.
 */
import type { Log } from '../main/core/foundation/log.ts';
import { fingerprintOf } from '../main/features/webhooks/signature-checks/check-signature.ts';
import type { SecretsOfPath } from '../main/features/webhooks/signature-checks/types.ts';
import { createTurns } from '../platform/turns.ts';
import { type SignedEntry, shortKey, streamOfTeam, type TeamSigning } from '../team-log/entry.ts';
import { createJudge } from '../team-log/judge.ts';
import { currentEpoch, type Membership } from '../team-log/membership.ts';
import { createMemoryStore } from '../team-log/memory-store.ts';
import { hashOfPath, openSecret, readPaths } from '../team-log/paths.ts';
import { type Problem, problemId } from '../team-log/problems.ts';
import type { Cursor } from '../team-log/read.ts';
import type { EpochKey } from '../team-log/sealing.ts';
import type { TeamLog } from '../team-log/team-log.ts';

/** A path that an owner or operator named. */
export interface NamedPath {
  /** Stream of the profile that the deliveries of the path are for. */
  readonly stream: string;
  /** `unknown-yet` where its secret is not shared with this relay. */
  readonly secrets: SecretsOfPath;
}

export interface TeamView {
  /** Whether this relay is a member now, as far as was read. */
  isAdmitted(): boolean;
  /** The epoch to seal to; null before the team's founding was read. */
  epoch(): EpochKey | null;
  /** null for a path that nobody named. @param path 32 hex digits */
  find(path: string): NamedPath | null;
  /** Streams of the profiles whose paths were named. */
  streams(): ReadonlySet<string>;
  close(): Promise<void>;
}

export interface TeamViewParts {
  readonly log: TeamLog;
  readonly team: string;
  readonly own: TeamSigning;
  readonly say: Pick<Log, 'error' | 'info' | 'warn'>;
  /** An owner admitted it, as far as was read just now. */
  readonly onAdmitted: (paths: number) => void;
  /** The database answers again, and may have been set back meanwhile. */
  readonly onBack: () => void;
}

const atOnce = { entries: 500, bytes: 8 * 1024 * 1024 };
/** How often what the database has is compared with what was taken, in milliseconds. */
const COMPARE_MS = 60_000;

export function openTeamView(parts: TeamViewParts): TeamView {
  const { log, team, own, say } = parts;
  const stream = streamOfTeam(team);
  const judge = createJudge(team, createMemoryStore());
  const paths = new Map<string, NamedPath>();
  const inTurn = createTurns();
  const told = new Set<string>();
  let cursor: Cursor | null = null;
  let known = judge.membership();
  let isClosed = false;
  let isAway = false;
  let wasAdmitted: boolean | null = null;

  const tell = (problem: Problem): void => {
    const id = problemId(problem);
    if (told.has(id)) return;
    told.add(id);
    const { kind, author, sequence, sentence } = problem;
    say.error({ problem: kind, author: shortKey(author), sequence }, sentence);
  };

  const learnPaths = (entry: SignedEntry): void => {
    const content = readPaths(entry.bytes);
    if (content === null) {
      tell(judge.unreadable(entry));
      return;
    }
    for (const { path, secrets } of content.paths) {
      const opened = openSecret(secrets, { team, stream: content.stream, path }, own);
      // Named again by a computer that has not the secret.
      if (opened === null && paths.get(path)?.stream === content.stream) continue;
      paths.set(path, {
        stream: content.stream,
        secrets:
          opened === null
            ? 'unknown-yet'
            : [{ ...opened, fingerprint: fingerprintOf(opened.secret) }],
      });
    }
  };

  /** Whether it changed the membership. */
  const take = (entry: SignedEntry): boolean => {
    const verdict = judge.judge(entry, stream);
    if (verdict.is === 'problem') tell(verdict.problem);
    if (verdict.is !== 'taken') return false;
    standing();
    if (entry.kind === 'paths') learnPaths(entry);
    return verdict.changesMembership;
  };

  const takeAll = (entries: readonly SignedEntry[]): boolean =>
    entries.map(take).some((changed) => changed);

  /** What waited for a member or an entry before it. */
  const compare = async (): Promise<void> => {
    const { problems, waiting } = judge.compare(stream, await log.headsOf(stream));
    for (const problem of problems) tell(problem);
    for (const { author, after } of waiting) {
      takeAll(await log.readAuthor(stream, author, after, atOnce));
    }
  };

  const readAll = async (): Promise<void> => {
    let isChanged = false;
    let isLast = false;
    while (!isLast) {
      const read = await log.read(stream, cursor, atOnce);
      isChanged = takeAll(read.entries) || isChanged;
      ({ cursor, isLast } = read);
    }
    if (isChanged) await compare();
    for (const problem of judge.standing()) tell(problem);
  };

  /** As it was before a fork of the members that is open. */
  const standing = (): Membership => {
    const now = judge.membership();
    if (now.fork === null) known = now;
    return known;
  };
  const memberOf = (membership: Membership) => membership.members.get(own.publicKey);
  /** Deliveries are taken on while a fork is open; removed in a branch is removed. */
  const isRelay = (): boolean =>
    memberOf(standing())?.role === 'relay' &&
    (memberOf(judge.membership())?.removed ?? null) === null;
  const tellAdmission = (): void => {
    const isAdmitted = isRelay();
    if (isAdmitted === wasAdmitted) return;
    if (isAdmitted) parts.onAdmitted(paths.size);
    else if (wasAdmitted === true)
      say.error({}, 'removed from the team; nothing is taken any more');
    else say.info({}, 'waiting for an owner to admit this relay by its card');
    wasAdmitted = isAdmitted;
  };

  const attempt = (work: () => Promise<void>): Promise<void> =>
    inTurn(async () => {
      if (isClosed) return;
      try {
        await work();
        if (isAway) {
          say.info({}, 'the team’s database answers again');
          parts.onBack();
        }
        isAway = false;
        tellAdmission();
      } catch (error) {
        if (!isAway && !isClosed)
          say.error({ err: error }, 'the team’s database can’t be read now');
        isAway = true;
      }
    });

  const stop = log.listen(
    () => [stream],
    () => void attempt(readAll),
  );
  const timer = setInterval(() => void attempt(compare), COMPARE_MS);
  void attempt(readAll);

  return {
    isAdmitted: isRelay,
    epoch: () => currentEpoch(standing()),
    find: (path) => paths.get(hashOfPath(path)) ?? null,
    streams: () => new Set([...paths.values()].map(({ stream: of }) => of)),
    async close() {
      isClosed = true;
      clearInterval(timer);
      await stop();
      await inTurn(() => undefined);
    },
  };
}
