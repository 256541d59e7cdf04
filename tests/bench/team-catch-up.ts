/**
 * Catching up on a team's log, in a process of its own: `node run.mjs <how> <database> <team> <stream>
 * <entries> <seed> <directory>`. How: `plain` reads and opens the bytes, as if nobody else wrote and the database were
 * to be believed; `judged` is what the log adds to that: each entry judged, and where it stands kept; `desk` is all that a
 * computer does, with the records that follow from it. Both keep it in a database in a file. Prints one line of JSON.
 */
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import postgres from 'postgres';
import { profileMigrations } from '../../src/main/console/profile-session.ts';
import { createJudgeStore } from '../../src/main/features/team/judge-store.ts';
import { keyOfSeed, openComputer } from '../../src/main/features/team/testing/computer.ts';
import { migrate } from '../../src/platform/migrations.ts';
import { openSqlite } from '../../src/platform/sqlite.ts';
import { type SignedEntry, streamOfTeam } from '../../src/team-log/entry.ts';
import { createEpochs, type Epochs } from '../../src/team-log/epochs.ts';
import { createJudge } from '../../src/team-log/judge.ts';
import { foldMembership } from '../../src/team-log/membership.ts';
import type { Cursor, ReadPage } from '../../src/team-log/read.ts';
import { openTeamLog } from '../../src/team-log/team-log.ts';

const [how, url = '', team = '', stream = '', count = '', seed = '', directory = ''] =
  process.argv.slice(2);
const expected = Number(count);

let peak = 0;
const look = (): void => {
  peak = Math.max(peak, process.memoryUsage.rss());
};

look();
const atFirst = peak;
const delay = monitorEventLoopDelay({ resolution: 5 });
delay.enable();

interface PlainRow extends Omit<SignedEntry, 'sequence'> {
  readonly sequence: string;
  readonly transaction: string;
  readonly position: string;
}

let began = 0;
let cpu = process.cpuUsage();
/** What is measured begins: without the schema of a new database, which costs the same however much there is. */
function begin(): void {
  began = performance.now();
  cpu = process.cpuUsage();
}

async function plain(): Promise<number> {
  begin();
  const signing = keyOfSeed(seed);
  const log = openTeamLog({ url, team });
  const most = { entries: 500, bytes: 16_000_000 };
  const { entries } = await log.read(streamOfTeam(team), null, most);
  await log.close();
  const epochs = createEpochs(signing, foldMembership(team, entries));
  const sql = postgres(url, { max: 1, onnotice: () => undefined });
  let read = 0;
  for (let after = { transaction: '0', position: '0' }, isMore = true; isMore; look()) {
    const rows: PlainRow[] = await sql`
        SELECT transaction::text, position::text, encode(team, 'hex') AS team,
          encode(stream, 'hex') AS stream, encode(author, 'hex') AS author, sequence, kind, epoch,
          encode(previous, 'hex') AS previous, follows, at, encode(payload, 'hex') AS payload,
          encode(signature, 'hex') AS signature, bytes
        FROM causeway.entries
        WHERE team = ${Buffer.from(team, 'hex')} AND stream = ${Buffer.from(stream, 'hex')}
          AND (transaction, position) > (${after.transaction}::text::xid8, ${after.position}::bigint)
        ORDER BY entries.transaction, entries.position LIMIT 200`;
    for (const { transaction, position, ...row } of rows) {
      epochs.open({ ...row, version: 1, sequence: Number(row.sequence) });
      after = { transaction, position };
    }
    read += rows.length;
    isMore = rows.length > 0;
  }
  await sql.end();
  return read;
}

async function judged(): Promise<number> {
  const sqlite = openSqlite({
    file: join(directory, 'judged.db'),
    key: new Uint8Array(32).fill(5),
  });
  migrate(sqlite, profileMigrations);
  begin();
  const log = openTeamLog({ url, team });
  const store = createJudgeStore(sqlite);
  const judging = createJudge(team, store);
  let taken = 0;
  let epochs: Epochs | null = null;
  for (const place of [streamOfTeam(team), stream]) {
    let cursor: Cursor | null = null;
    for (let isLast = false; !isLast; look()) {
      const page: ReadPage = await log.read(place, cursor, { entries: 1_000, bytes: 4_194_304 });
      sqlite.derive(() => {
        for (const entry of page.entries) {
          if (judging.judge(entry, place).is === 'taken' && place === stream) taken += 1;
          epochs?.open(entry);
        }
        store.store();
      });
      ({ cursor, isLast } = page);
    }
    epochs = createEpochs(keyOfSeed(seed), judging.membership());
  }
  await log.close();
  sqlite.close();
  return taken;
}

async function desk(): Promise<number> {
  const file = join(directory, 'records.db');
  const computer = openComputer({ file, seed, team, stream, url }, profileMigrations);
  begin();
  const timer = setInterval(look, 50);
  // A new database takes one turn for its whole schema, which is none of catching up: heard of in the next.
  await pause(20);
  delay.reset();
  await computer.exchange.now();
  clearInterval(timer);
  const { own, headOf, has } = computer.exchange;
  // Without what it says itself of the others.
  const taken = has() - (headOf(stream, own)?.sequence ?? 0);
  const problems = computer.state.problems();
  if (problems.length > 0) throw new Error(problems[0]?.sentence);
  await computer.close();
  return taken;
}

const read = await { plain, judged, desk }[how as 'desk']();
const { user, system } = process.cpuUsage(cpu);
if (read < expected) throw new Error(`Entries are missing: ${read} of ${expected}.`);
process.stdout.write(
  `${JSON.stringify({
    cpuMs: (user + system) / 1_000,
    ms: performance.now() - began,
    peakMb: peak / 2 ** 20,
    moreMb: (peak - atFirst) / 2 ** 20,
    blockMs: delay.max / 1e6,
  })}\n`,
);
process.exit(0);
