/**
 * A computer of a team that sends a file of virtual accounts: bulk runs, the journal, claims and the exchange of
 * one profile, without a console around them. It is killed at any moment.
 */
import { profileMigrations } from '../../../src/main/console/profile-session.ts';
import { signingKeyOf } from '../../../src/main/core/audit/signing.ts';
import { createClaimsPlace } from '../../../src/main/core/intents/claims.ts';
import { openResolutions } from '../../../src/main/core/intents/resolutions.ts';
import { createDesk, seenAt } from '../../../src/main/features/handover/testing/desks.ts';
import { openClaimant } from '../../../src/main/features/team/testing/claimant.ts';
import { sha256Hex } from '../../../src/platform/canonical-json.ts';
import { systemClock } from '../../../src/platform/clock.ts';
import { systemRandom } from '../../../src/platform/random.ts';
import { openTeamLog } from '../../../src/team-log/team-log.ts';
import { rowOf } from '../bulk/accounts-file.ts';
import { atRest, checkedDraft, openBulkHost, startDraft } from '../bulk/host.ts';
import { type Answer, answerQuestions, stackOf, toldFirst } from './asked-process.ts';

export interface FileSettings {
  /** From 1 on. */
  readonly number: number;
  readonly directory: string;
  /** 64 hex digits. */
  readonly seed: string;
  readonly team: string;
  readonly url: string;
  readonly baseUrl: string;
  readonly token: string;
}

export type FileQuestion =
  /** What was left goes on, or the file is started; answers when nothing is sent any more. */
  | { readonly ask: 'send'; readonly content: string }
  /** Everything is sent and read when it answers. */
  | { readonly ask: 'settle' }
  /** Requests of the team whose outcome is unknown, as far as this computer has heard. */
  | { readonly ask: 'unknown' }
  /** What a person found of one. */
  | { readonly ask: 'resolve'; readonly key: string; readonly id: string | null }
  | { readonly ask: 'what is seen' };

export interface FileAnswer extends Answer {
  /** How the newest run rests. */
  readonly state?: string;
  readonly sentence?: string | null;
  readonly unknown?: readonly { readonly key: string; readonly row: number }[];
  /** SHA-256 of all of its records, and how many accounts are among them. */
  readonly records?: string;
  readonly accounts?: number;
  readonly problems?: readonly string[];
  /** Told before each request, without a question: its row. */
  readonly sent?: number;
}

const told = await toldFirst<FileSettings>();
const claims = createClaimsPlace();
const host = openBulkHost(
  told.directory,
  {
    baseUrl: told.baseUrl,
    token: told.token,
    async fetch(input, init) {
      if (init?.method === 'POST') {
        const { walletAddress } = JSON.parse(String(init.body)) as { walletAddress: string };
        const sent = rowOf(walletAddress) ?? 0;
        process.send?.({ number: -1, sent } satisfies FileAnswer);
      }
      return await fetch(input, init);
    },
  },
  { migrations: profileMigrations, claims },
);
const { sqlite, intents, bulk } = host;
const signing = signingKeyOf(Buffer.from(told.seed, 'hex'));
const { publicKey: own } = signing;
const desk = createDesk(told.number, systemClock.now, profileMigrations, {
  sqlite,
  random: systemRandom,
  own,
});
const computer = openClaimant(
  { sqlite, own },
  {
    signing,
    team: told.team,
    clock: systemClock,
    intents,
    log: openTeamLog({ url: told.url, team: told.team }),
    onChange() {
      // As a connected profile does: what was claimed before a kill, and is not in the journal, is given back.
      if (computer.exchange.status().state === 'on') computer.claims.tidy();
    },
  },
);
claims.use(computer.claims);
const resolutions = openResolutions({
  sqlite,
  clock: systemClock,
  by: () => `person ${told.number}`,
});

const newest = () => bulk.runs.list({ offset: 0, limit: 1 }).rows[0] ?? null;

/** False where nothing of it is left to send. */
async function start(content: string): Promise<boolean> {
  const draft = await checkedDraft(bulk, content);
  if (draft.counts.toSend === 0) return false;
  await startDraft(bulk, draft);
  return true;
}

async function send(content: string): Promise<Omit<FileAnswer, 'number'>> {
  const run = newest();
  const isOver = run === null || run.state === 'done' || run.state === 'stopped';
  if (!isOver) await bulk.runs.goOn(run.id, null);
  else if (!(await start(content))) return { state: 'done', sentence: null };
  const id = newest()?.id ?? '';
  const { state, sentence } = await atRest(bulk, id);
  return { state, sentence };
}

/** Those that stand. */
const unknownHere = () =>
  sqlite
    .texts("SELECT key || ' ' || input FROM standing_intents WHERE state = 'unknown' ORDER BY key")
    .map((line) => {
      const [key = ''] = line.split(' ', 1);
      const { walletAddress } = JSON.parse(line.slice(key.length + 1)) as { walletAddress: string };
      return { key, row: rowOf(walletAddress) ?? 0 };
    });

async function answer(question: FileQuestion): Promise<Omit<FileAnswer, 'number'>> {
  switch (question.ask) {
    case 'send':
      return await send(question.content);
    case 'settle':
      await computer.exchange.now();
      return {};
    case 'unknown':
      return { unknown: unknownHere() };
    case 'resolve': {
      const { key: intentKey, id: resourceId } = question;
      const verdict = resourceId === null ? 'absent' : 'exists';
      resolutions.append({ intentKey, verdict, resourceId, how: 'word' });
      computer.exchange.wake();
      return {};
    }
    case 'what is seen':
      return {
        records: sha256Hex([seenAt(desk), ...desk.save().lines].join('\n')),
        accounts: sqlite.texts("SELECT id FROM records WHERE kind = 'virtualAccount'").length,
        problems: computer.state.problems().map(({ sentence }) => sentence),
      };
  }
}

answerQuestions(answer, (error) => ({ error: stackOf(error) }));
