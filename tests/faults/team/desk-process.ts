/**
 * A computer of a team as a process, which does what it is asked and is cut off, paused and killed: it is told
 * who it is first (DeskSettings), then each question is answered by its number.
 */
import { profileMigrations } from '../../../src/main/console/profile-session.ts';
import { signingKeyOf } from '../../../src/main/core/audit/signing.ts';
import { type DeskAct, perform } from '../../../src/main/features/handover/testing/acts.ts';
import { createDesk, seenAt } from '../../../src/main/features/handover/testing/desks.ts';
import { openClaimant } from '../../../src/main/features/team/testing/claimant.ts';
import { sha256Hex } from '../../../src/platform/canonical-json.ts';
import { systemClock } from '../../../src/platform/clock.ts';
import { systemRandom } from '../../../src/platform/random.ts';
import { isDiskFull, openSqlite } from '../../../src/platform/sqlite.ts';
import { TeamDatabaseAway } from '../../../src/team-log/errors.ts';
import { openTeamLog } from '../../../src/team-log/team-log.ts';
import { type Answer, answerQuestions, stackOf, toldFirst } from './asked-process.ts';

export interface DeskSettings {
  /** From 1 on. */
  readonly number: number;
  readonly file: string;
  /** 64 hex digits. */
  readonly seed: string;
  readonly team: string;
  readonly url: string;
  /** What its clock is off by, in milliseconds. */
  readonly skewMs: number;
}

export type DeskQuestion =
  | { readonly ask: 'act'; readonly act: DeskAct }
  | { readonly ask: 'clock'; readonly skewMs: number }
  /** Everything is sent and read when it answers. */
  | { readonly ask: 'settle' }
  | { readonly ask: 'what is seen'; readonly isWhole: boolean };

export interface DeskSeen {
  /** SHA-256 of all of its records; the text, where it was asked for. */
  readonly records: string;
  readonly text: string | null;
  readonly facts: number;
  readonly toSend: number;
  readonly problems: readonly string[];
  readonly state: string;
}

export interface DeskAnswer extends Answer {
  /** false: the disk was full, or what was to be done is not allowed then. */
  readonly isDone: boolean;
  readonly seen?: DeskSeen;
}

const told = await toldFirst<DeskSettings>();
let { skewMs } = told;
const clock = { now: () => systemClock.now() + skewMs };
const sqlite = openSqlite({ file: told.file, key: new Uint8Array(32).fill(told.number) });
const signing = signingKeyOf(Buffer.from(told.seed, 'hex'));
const desk = createDesk(told.number, clock.now, profileMigrations, {
  sqlite,
  random: systemRandom,
  own: signing.publicKey,
});
const { state, exchange } = openClaimant(desk, {
  signing,
  team: told.team,
  clock,
  log: openTeamLog({ url: told.url, team: told.team }),
  report: {
    warn: () => undefined,
    error(facts: unknown) {
      const { err } = facts as { readonly err: unknown };
      if (!isDiskFull(err)) process.stderr.write(`desk ${told.number}: ${String(err)}\n`);
    },
  },
});

/** Of this desk: a database that is away, or a disk that is full, is nothing that must not happen. */
async function settle(): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await exchange.now();
    } catch (error) {
      if (attempt === 100 || !(error instanceof TeamDatabaseAway)) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

function seen(isWhole: boolean): DeskSeen {
  const { lines } = desk.save();
  const text = [seenAt(desk), ...lines].join('\n');
  return {
    records: sha256Hex(text),
    text: isWhole ? text : null,
    facts: lines.length,
    toSend: state.toSend(),
    state: exchange.status().state,
    problems: state.problems().map(({ kind, sentence }) => `${kind}: ${sentence}`),
  };
}

async function answer(question: DeskQuestion): Promise<Omit<DeskAnswer, 'number'>> {
  switch (question.ask) {
    case 'act':
      sqlite.transaction(() => perform(desk, question.act));
      exchange.wake();
      return { isDone: true };
    case 'clock':
      ({ skewMs } = question);
      return { isDone: true };
    case 'settle':
      await settle();
      return { isDone: true };
    case 'what is seen':
      return { isDone: true, seen: seen(question.isWhole) };
  }
}

const isRefused = (error: unknown): boolean =>
  isDiskFull(error) || (error instanceof Error && error.name === 'AnnotationError');

answerQuestions(answer, (error) => ({
  isDone: false,
  ...(isRefused(error) ? {} : { error: stackOf(error) }),
}));
