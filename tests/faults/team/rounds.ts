/**
 * Computers of a team that are cut off, paused and killed, whose clocks are set and whose disks fill up, over a
 * database that is restarted, killed and fills up as well. What must hold: once all of it is over and everything
 * is sent and read, each has byte for byte the same records, and none tells of a problem.
 */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { signingKeyOf } from '../../../src/main/core/audit/signing.ts';
import type { DeskAct } from '../../../src/main/features/handover/testing/acts.ts';
import { teamOfAll } from '../../../src/main/features/team/testing/memory-log.ts';
import { openTeamLog } from '../../../src/team-log/team-log.ts';
import { type PostgresServer, startPostgres } from '../../../src/team-log/testing/postgres.ts';
import { type BatchReport, within } from '../proof.ts';
import { type Desk, startDesk } from './desk.ts';
import type { DeskSeen } from './desk-process.ts';
import { drawRounds, type Step } from './disturbances.ts';
import { emptyDisk, fillDisk } from './small-disk.ts';

export interface Rounds {
  readonly seed: number;
  readonly rounds: number;
  /** Of the database, and of each computer. */
  readonly folders: readonly [string, ...string[]];
  /** Whether each folder is a small disk of its own. */
  readonly areDisks: boolean;
}

/** Far beyond what a round takes on a busy machine. */
const LONGEST_MS = 120_000;

type Figures = Record<string, number>;

/** A team of so many over a real database, each behind a line of its own. */
async function startTeam({ folders: [, ...folders] }: Rounds, server: PostgresServer) {
  const database = await server.createTeamDatabase();
  const seeds = folders.map(() => randomBytes(32).toString('hex'));
  const { team, stored } = teamOfAll(seeds.map((seed) => signingKeyOf(Buffer.from(seed, 'hex'))));
  const log = openTeamLog({ url: database.desk, team });
  await log.append(stored);
  await log.close();
  const desks: Desk[] = [];
  for (const [at, folder] of folders.entries()) {
    const seed = seeds[at] ?? '';
    desks.push(
      await startDesk({
        number: at + 1,
        seed,
        team,
        file: join(folder, `desk-${at + 1}.db`),
        url: database.desk,
        port: server.port,
      }),
    );
  }
  return desks;
}

function createTrouble(options: Rounds, server: PostgresServer, desks: readonly Desk[]) {
  const [databaseFolder, ...folders] = options.folders;
  const figures: Figures = {};
  const pending: Promise<unknown>[] = [];
  const full = new Set<string>();
  const count = (what: string): void => {
    figures[what] = (figures[what] ?? 0) + 1;
  };

  const fill = (folder: string): void => {
    full.add(folder);
    fillDisk(folder);
  };
  const empty = (folder: string): void => {
    full.delete(folder);
    emptyDisk(folder);
  };
  const mend = ({ line }: Desk): void => {
    line.refuse(false);
    line.endSilent();
  };
  /** What would find no room is started in the end. */
  const startServer = async (): Promise<void> => {
    if (!full.has(databaseFolder)) await server.start();
  };

  const ofDesk: Readonly<Record<string, (desk: Desk, folder: string) => Promise<void> | void>> = {
    cut({ line }) {
      line.refuse(true);
      line.reset();
    },
    silence({ line }) {
      line.refuse(true);
      line.silence();
    },
    mend,
    pause: (desk) => desk.signal('SIGSTOP'),
    'go on': (desk) => desk.signal('SIGCONT'),
    kill: (desk) => desk.kill(),
    start: (desk, folder) => (full.has(folder) ? undefined : desk.start()),
    fill: (_desk, folder) => fill(folder),
    empty: (_desk, folder) => empty(folder),
  };
  const ofDatabase: Readonly<Record<string, () => Promise<void> | void>> = {
    async restart() {
      await server.halt('fast');
      await startServer();
    },
    async crash() {
      await server.halt('kill');
      await startServer();
    },
    'fill database': () => fill(databaseFolder),
    'empty database': () => empty(databaseFolder),
  };

  /** Nobody waits for the answer of who may be paused. */
  function act(desk: Desk, what: DeskAct): void {
    const asked = desk.ask({ ask: 'act', act: what }).then((answer) => {
      count(answer?.isDone === true ? 'written' : 'not written');
    });
    pending.push(asked);
  }

  async function happenTo(desk: Desk, step: Extract<Step, { desk: number }>): Promise<void> {
    if (step.what === 'act') return act(desk, step.act);
    if (step.what === 'kill' && !desk.isRunning()) return;
    count(step.what);
    if (step.what === 'clock') desk.setClock(step.skewMs);
    else await ofDesk[step.what]?.(desk, folders[step.desk] ?? '');
  }

  return {
    figures,
    async carryOut(step: Step): Promise<void> {
      if (step.what === 'wait') return await pause(step.ms);
      if ('desk' in step) {
        const desk = desks[step.desk];
        if (desk !== undefined) await happenTo(desk, step);
        return;
      }
      count(step.what);
      await ofDatabase[step.what]?.();
    },
    /** Ends all of it. */
    async heal(): Promise<void> {
      for (const folder of full) empty(folder);
      await server.start();
      for (const desk of desks) {
        mend(desk);
        desk.signal('SIGCONT');
      }
      await Promise.all(desks.map((desk) => desk.start()));
      await Promise.all(pending.splice(0));
    },
  };
}

/** Lines of each text that the other has not, cut where they are long. */
function parting(one: string, other: string): string {
  const left = one.split('\n');
  const right = other.split('\n');
  const only = (of: readonly string[], without: readonly string[]) =>
    of
      .filter((line) => !without.includes(line))
      .map((line) => line.slice(0, 1_000))
      .slice(0, 5)
      .join(' ');
  return `${only(left, right)} <> ${only(right, left)}`;
}

async function breachesOf(desks: readonly Desk[]): Promise<string[]> {
  // First all send, then all read.
  for (const _ of [1, 2]) await Promise.all(desks.map((desk) => desk.ask({ ask: 'settle' })));
  const errors = desks.flatMap((desk) => desk.errors);
  if (errors.length > 0) return errors;
  const all = await Promise.all(desks.map((desk) => desk.seen()));
  const breaches = all.flatMap(({ toSend, problems, state }, at) => [
    ...(toSend > 0 ? [`desk ${at + 1} has ${toSend} entries left`] : []),
    ...problems.map((problem) => `desk ${at + 1} tells: ${problem}`),
    ...(state === 'on' ? [] : [`desk ${at + 1} is ${state}`]),
  ]);
  const [first, ...others] = all as [DeskSeen, ...DeskSeen[]];
  for (const [at, { records }] of others.entries()) {
    if (records === first.records) continue;
    const texts = [desks[0], desks[at + 1]].map(async (desk) => (await desk?.seen(true))?.text);
    const [one, other] = await Promise.all(texts);
    breaches.push(`desks 1 and ${at + 2} differ: ${parting(one ?? '', other ?? '')}`);
  }
  return breaches;
}

/** Stops at the first that does not hold: what comes after would not hold either. */
export async function disturbedRounds(options: Rounds): Promise<BatchReport> {
  const { seed, rounds, folders, areDisks } = options;
  const server = await startPostgres({ max_wal_size: '64MB', min_wal_size: '32MB' });
  const breaches: string[] = [];
  let desks: readonly Desk[] = [];
  try {
    desks = await startTeam(options, server);
    const trouble = createTrouble(options, server, desks);
    const plan = drawRounds({ rounds, seed, desks: folders.length - 1, hasDisks: areDisks });
    let done = 0;
    for (const steps of plan) {
      const round = async (): Promise<void> => {
        for (const step of steps) await trouble.carryOut(step);
        await trouble.heal();
        breaches.push(...(await breachesOf(desks)));
      };
      if (!(await within(round(), LONGEST_MS))) breaches.push('it does not come to an end');
      if (breaches.length > 0) break;
      done += 1;
    }
    const facts = breaches.length > 0 ? 0 : ((await desks[0]?.seen())?.facts ?? 0);
    return {
      figures: { rounds: done, ...trouble.figures, facts },
      breaches: breaches.map((breach) => `seed ${seed}, round ${done + 1}: ${breach}`),
    };
  } finally {
    for (const desk of desks) await desk.end();
    await server.stop();
  }
}
