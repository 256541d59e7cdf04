/**
 * One file that all computers of a team send at once, each with its rows in another order, while some of them
 * are killed and go on. What must hold: in the end every row has exactly one account at the service, no row was
 * sent again unless a person had looked and found none, and all computers have the same records.
 */
import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { seeded } from '../../../src/contract/testing/seeded.ts';
import { signingKeyOf } from '../../../src/main/core/audit/signing.ts';
import { teamOfAll } from '../../../src/main/features/team/testing/memory-log.ts';
import { type Running, startSandbox } from '../../../src/sandbox/testing/harness.ts';
import { openTeamLog } from '../../../src/team-log/team-log.ts';
import { type PostgresServer, startPostgres } from '../../../src/team-log/testing/postgres.ts';
import { accountsFile } from '../bulk/accounts-file.ts';
import { newCustomer } from '../bulk/bulk-rounds.ts';
import { accountsOf } from '../bulk/inspect.ts';
import { shuffled } from '../bulk/plan.ts';
import { type BatchReport, inOwnDirectory, tooFewLanded } from '../proof.ts';
import { type AskedProcess, createAskedProcess } from './asked-process.ts';
import type { FileAnswer, FileQuestion, FileSettings } from './file-process.ts';

export interface OneFile {
  readonly desks: number;
  readonly rows: number;
  readonly kills: number;
  readonly seed: number;
}

type Desk = AskedProcess<FileQuestion, FileAnswer>;

const CUSTOMERS = 20;
/** What was under way when a computer was killed has come to the service by then. */
const ARRIVED_MS = 400;
/** A person starts what stood still again so often at most, and all of it. */
const MOST_TRIES = 60;
const MOST_WAVES = 6;
/** A kill comes so long after a request left, at most, in milliseconds. */
const KILL_WITHIN_MS = 15;
const program = new URL('./file-process.ts', import.meta.url);

/** Requests as they leave, and kills of who sent the last of so many. */
function watchSends(draw: () => number, { rows, kills }: OneFile) {
  const ofRow = new Map<number, number>();
  // Within the first half: later most are done.
  const moments = Array.from({ length: kills }, () => Math.ceil(draw() * rows * 0.5)).sort(
    (left, right) => left - right,
  );
  const killing: Promise<void>[] = [];
  let inAll = 0;
  return {
    ofRow,
    killing,
    left: () => moments.length,
    note(row: number, desk: Desk): void {
      inAll += 1;
      ofRow.set(row, (ofRow.get(row) ?? 0) + 1);
      const [next] = moments;
      if (next === undefined || next > inAll) return;
      moments.shift();
      killing.push(pause(draw() * KILL_WITHIN_MS).then(() => desk.kill()));
    },
  };
}

/** Until nothing of it is left to send. @returns how often it stood still */
async function sendAll(desk: Desk, content: string, onKilled: () => void): Promise<number> {
  let stood = 0;
  for (let attempt = 0; attempt < MOST_TRIES; attempt += 1) {
    await desk.start();
    const said = await desk.ask({ ask: 'send', content });
    if (said === null) onKilled();
    else if (said.state === 'done' || said.error !== undefined) return stood;
    else {
      stood += 1;
      await pause(200);
    }
  }
  throw new Error('A computer does not come to an end.');
}

const settleAll = async (desks: readonly Desk[]): Promise<void> => {
  for (const _ of [1, 2]) await Promise.all(desks.map((desk) => desk.ask({ ask: 'settle' })));
};

/** A person at one computer looks for what is unknown. @returns rows of which there is nothing, and the others */
async function lookFor(desk: Desk | undefined, service: Running) {
  await pause(ARRIVED_MS);
  const there = new Map((await accountsOf(service)).map(({ row, id }) => [row, id]));
  const unknown = (await desk?.ask({ ask: 'unknown' }))?.unknown ?? [];
  for (const { key, row } of unknown) {
    await desk?.ask({ ask: 'resolve', key, id: there.get(row) ?? null });
  }
  const absent = unknown.filter(({ row }) => !there.has(row)).map(({ row }) => row);
  return { absent, existing: unknown.length - absent.length, there: there.size };
}

async function check(
  desks: readonly Desk[],
  service: Running,
  { rows }: OneFile,
): Promise<string[]> {
  const breaches = desks.flatMap(({ errors }) => errors);
  const accounts = Map.groupBy(await accountsOf(service), ({ row }) => row);
  for (const [row, of] of accounts) {
    if (of.length > 1) breaches.push(`row ${row} has ${of.length} accounts`);
  }
  if (accounts.size !== rows) breaches.push(`${rows - accounts.size} rows have no account`);
  const seen = await Promise.all(desks.map((desk) => desk.ask({ ask: 'what is seen' })));
  for (const [at, one] of seen.entries()) {
    if (one?.records !== seen[0]?.records) breaches.push(`desk ${at + 1} has other records`);
    for (const problem of one?.problems ?? []) breaches.push(`desk ${at + 1} tells: ${problem}`);
  }
  return breaches;
}

/** A team over a real database, each of whose computers is a process. */
async function startTeam(
  { desks: count }: OneFile,
  directory: string,
  service: Running,
  server: PostgresServer,
  note: (row: number, desk: Desk) => void,
): Promise<Desk[]> {
  const seeds = Array.from({ length: count }, () => randomBytes(32).toString('hex'));
  const keys = seeds.map((seed) => signingKeyOf(Buffer.from(seed, 'hex')));
  const { team, stored } = teamOfAll(keys);
  const { desk: url } = await server.createTeamDatabase();
  const log = openTeamLog({ url, team });
  await log.append(stored);
  await log.close();
  return seeds.map((seed, at) => {
    const own = join(directory, String(at + 1));
    mkdirSync(own);
    const { baseUrl, token } = service.sandbox;
    const settings: FileSettings = {
      number: at + 1,
      directory: own,
      seed,
      team,
      url,
      baseUrl,
      token,
    };
    const desk: Desk = createAskedProcess(
      program,
      `desk ${at + 1}`,
      () => settings,
      ({ sent }: FileAnswer) => {
        if (sent !== undefined) note(sent, desk);
      },
    );
    return desk;
  });
}

/** Waves of all computers, until every row has an account; after each a person looks for what is unknown. */
async function sendInWaves(
  desks: readonly Desk[],
  contents: readonly string[],
  { rows }: OneFile,
  service: Running,
  killing: readonly Promise<void>[],
) {
  const did = { 'in the work': 0, 'stood still': 0, unknown: 0 };
  /** How often nothing was found of a row. */
  const found = new Map<number, number>();
  const killed = () => {
    did['in the work'] += 1;
  };
  for (let wave = 0, there = 0; there < rows; wave += 1) {
    if (wave === MOST_WAVES) throw new Error(`${rows - there} rows stay without an account.`);
    const stood = await Promise.all(
      desks.map((desk, at) => sendAll(desk, contents[at] ?? '', killed)),
    );
    did['stood still'] += stood.reduce((sum, one) => sum + one, 0);
    await Promise.all(killing);
    await Promise.all(desks.map((desk) => desk.start()));
    await settleAll(desks);
    const looked = await lookFor(desks[wave % desks.length], service);
    await settleAll(desks);
    for (const row of looked.absent) found.set(row, (found.get(row) ?? 0) + 1);
    did.unknown += looked.absent.length + looked.existing;
    ({ there } = looked);
  }
  return { did, found };
}

export const oneFile = (options: OneFile): Promise<BatchReport> =>
  inOwnDirectory(async (directory) => {
    const draw = seeded(options.seed);
    await using service = await startSandbox();
    const server = await startPostgres({ max_connections: '250' });
    const sends = watchSends(draw, options);
    const desks: Desk[] = [];
    try {
      desks.push(...(await startTeam(options, directory, service, server, sends.note)));
      const customers = await Promise.all(
        Array.from({ length: CUSTOMERS }, () => newCustomer(service)),
      );
      const contents = desks.map(() =>
        accountsFile(options.rows, customers, (lines) => shuffled(lines, draw)),
      );
      for (const desk of desks) await desk.start();
      const { did, found } = await sendInWaves(desks, contents, options, service, sends.killing);
      const again = [...sends.ofRow].filter(([row, times]) => times - 1 > (found.get(row) ?? 0));
      const breaches = [
        ...again.map(([row, times]) => `row ${row} was sent ${times} times, unlooked for`),
        ...(sends.left() > 0 ? [`${sends.left()} kills never came`] : []),
        ...(await check(desks, service, options)),
        ...tooFewLanded(did['in the work'], options.kills),
      ];
      const sent = [...sends.ofRow.values()].reduce((sum, times) => sum + times, 0);
      const { rows, kills } = options;
      const figures = { desks: desks.length, rows, kills, ...did, 'sent again': sent - rows };
      return { figures, breaches };
    } finally {
      for (const desk of desks) await desk.kill();
      await server.stop();
    }
  });
