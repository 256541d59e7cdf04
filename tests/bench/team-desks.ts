/** Computers of a team, each a process (team-desk.ts), and how fast what one does is seen on the others. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { readAddress } from '../../src/team-log/address.ts';
import type { TeamDatabase } from '../../src/team-log/testing/postgres.ts';
import type { DeskCalls } from './team-desk.ts';

const program = fileURLToPath(new URL('./team-desk.ts', import.meta.url));

const cachedSources =
  'data:text/javascript,import { enableCompileCache } from "node:module"; enableCompileCache();';

export interface DeskProcess {
  readonly call: <Name extends keyof DeskCalls>(
    name: Name,
    ...args: Parameters<DeskCalls[Name]>
  ) => Promise<Awaited<ReturnType<DeskCalls[Name]>>>;
  end(): Promise<void>;
}

async function startDesk(): Promise<DeskProcess> {
  const child: ChildProcess = fork(program, {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    // So that fifty of them fit into this machine: V8 keeps what was young, however little of it lives, and each but
    // the first reads its sources as the first has prepared them.
    execArgv: ['--max-semi-space-size=2', '--import', cachedSources],
  });
  const waiting = new Map<number, { done: (value: never) => void; fail: (error: Error) => void }>();
  let calls = 0;
  const ended = once(child, 'exit').then(() => {
    for (const { fail } of waiting.values()) fail(new Error('The computer ended.'));
  });
  const started = Promise.withResolvers<void>();
  child.on(
    'message',
    ({ call, result, error }: { call: number; result: never; error?: string }) => {
      const one = waiting.get(call);
      waiting.delete(call);
      if (call === 0) started.resolve();
      else if (error === undefined) one?.done(result);
      else one?.fail(new Error(error));
    },
  );
  await Promise.race([
    started.promise,
    ended.then(() => Promise.reject(new Error('It did not start.'))),
  ]);
  return {
    call: (name, ...args) =>
      new Promise((done, fail) => {
        calls += 1;
        waiting.set(calls, { done: done as (value: never) => void, fail });
        child.send({ call: calls, name, args });
      }),
    async end() {
      if (child.connected) child.disconnect();
      await ended;
    },
  };
}

/** A few at a time: each costs more to start than to run. */
export async function startDesks(count: number): Promise<DeskProcess[]> {
  const desks: DeskProcess[] = [];
  while (desks.length < count) {
    const few = Array.from({ length: Math.min(4, count - desks.length) }, startDesk);
    desks.push(...(await Promise.all(few)));
  }
  return desks;
}

export async function endDesks(desks: readonly DeskProcess[]): Promise<void> {
  await Promise.all(desks.map(async (desk) => await desk.call('close').catch(() => undefined)));
  await Promise.all(desks.map((desk) => desk.end()));
}

async function until(is: () => Promise<boolean>, seconds = 300): Promise<void> {
  for (const end = performance.now() + seconds * 1_000; performance.now() < end; await pause(50)) {
    if (await is()) return;
  }
  throw new Error(`Not within ${seconds} seconds: ${is}`);
}

/** The first is its owner. Resolves when all are connected. @param port of the database, or of a line to it */
export async function makeTeam(
  desks: readonly DeskProcess[],
  database: TeamDatabase,
  port: number,
): Promise<void> {
  const [owner, ...others] = desks;
  if (owner === undefined) return;
  const { user, password } = readAddress(database.desk);
  const access = {
    database: `postgres://127.0.0.1:${port}/${database.name}`,
    user,
    password: password ?? '',
  };
  await owner.call('found', access);
  const words = new Map<string, readonly string[]>();
  for (const other of others) {
    const { id, text } = await owner.call('invite');
    words.set(id, await other.call('join', text, access));
  }
  await until(async () => (await owner.call('requests')).length === others.length);
  for (const [id, its] of words) await owner.call('admit', id, its);
  for (const desk of desks) {
    await until(async () => {
      const { state, members } = await desk.call('team');
      return state === 'on' && members === desks.length;
    });
  }
}

export interface Visible {
  /** Milliseconds from the answer on one computer until it stood in the list of another. */
  readonly delays: readonly number[];
  /** What each computer took of a processor, as a share, at rest and meanwhile. */
  readonly atRest: number;
  readonly meanwhile: number;
  readonly mb: number;
}

const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** One computer after the other creates a customer. */
export async function visibleElsewhere(
  desks: readonly DeskProcess[],
  writes: number,
  everyMs: number,
): Promise<Visible> {
  await Promise.all(desks.map((desk) => desk.call('watch')));
  const usage = async () => await Promise.all(desks.map((desk) => desk.call('usage')));
  const cpuOf = async (work: () => Promise<void>) => {
    const before = await usage();
    const began = performance.now();
    await work();
    const after = await usage();
    const ms = performance.now() - began;
    return meanOf(after.map(({ cpuMs }, at) => (cpuMs - (before[at]?.cpuMs ?? 0)) / ms));
  };
  await pause(5_000);
  const atRest = await cpuOf(async () => await pause(20_000));
  const created: { id: string; at: number; by: number }[] = [];
  const meanwhile = await cpuOf(async () => {
    for (let turn = 0; turn < writes; turn += 1) {
      const began = performance.now();
      // A step that shares no divisor with their number, so that all of them write.
      const by = (turn * 7) % desks.length;
      const desk = desks[by];
      if (desk === undefined) throw new Error('There is no such computer.');
      const { id, at } = await desk.call('create', `${turn}@example.com`);
      created.push({ id, at, by });
      await pause(Math.max(0, began + everyMs - performance.now()));
    }
    await pause(3_000);
  });
  const seen = await Promise.all(desks.map((desk) => desk.call('seen')));
  const delays = created.flatMap(({ id, at, by }) =>
    seen.flatMap((times, of) => (of === by ? [] : (times[id] ?? Number.POSITIVE_INFINITY) - at)),
  );
  const sizes = await usage();
  const problems = await Promise.all(desks.map(async (desk) => (await desk.call('team')).problems));
  if (problems.flat().length > 0) throw new Error(`Problems were told: ${problems.flat()[0]}`);
  return { delays, atRest, meanwhile, mb: meanOf(sizes.map(({ mb }) => mb)) };
}

/** Milliseconds of each create, apart from one another as people's are. */
export async function creating(desk: DeskProcess, name: string, count: number): Promise<number[]> {
  const times: number[] = [];
  for (let turn = 0; turn < count; turn += 1) {
    times.push((await desk.call('create', `${name}${turn}@example.com`)).ms);
    await pause(250);
  }
  return times;
}
