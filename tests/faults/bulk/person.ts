/** The person at a bulk run: has it sent to its end, pausing and stopping it, or killing it, by a plan. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Running } from '../../../src/sandbox/testing/harness.ts';
import { accountsOf } from './inspect.ts';
import type { Life, Rest } from './life.ts';
import type { Deed } from './plan.ts';
import type { Sends } from './sends.ts';

/** What was done, and what happened. */
interface Did {
  readonly kills: number;
  /** Kills while rows were still being sent, or a pause or stop still being obeyed. */
  readonly 'in the work': number;
  readonly pauses: number;
  readonly stops: number;
  /** Times that a run stood still by itself: too much was unknown, or the token was refused. */
  readonly 'stood still': number;
}

export interface Person {
  /** Until the process is killed, or every row was sent: then true. */
  live(life: Life): Promise<boolean>;
  readonly did: Did;
  /** Deeds of the plan that have not come. */
  left(): number;
  /** By the id of a run that was over: rows that the service had before the next one began. */
  readonly thereBefore: ReadonlyMap<string, ReadonlySet<number>>;
}

/** Requests by which a deed may be late on a busy machine, at most. */
const LATE = 20;

const figureOf = { kill: 'kills', pause: 'pauses', stop: 'stops' } as const;

export function createPerson(parts: {
  readonly deeds: readonly Deed[];
  /** A deed comes so long after the first row of a run that begins, at most, in milliseconds. */
  readonly mostMs: number;
  readonly sends: Pick<Sends, 'inAll' | 'reach'>;
  readonly service: Running;
}): Person {
  const { mostMs, sends, service } = parts;
  const deeds = [...parts.deeds];
  const did = { kills: 0, 'in the work': 0, pauses: 0, stops: 0, 'stood still': 0 };
  const thereBefore = new Map<string, ReadonlySet<number>>();

  /** The person looks at what was left, and goes on or starts the file again. Null: killed. */
  async function begin({ state, runId }: Rest, life: Life): Promise<Rest | null> {
    const isOver = state === 'done' || state === 'stopped';
    if (isOver) thereBefore.set(runId, new Set((await accountsOf(service)).map(({ row }) => row)));
    const [deed] = deeds;
    const sentBefore = sends.inAll();
    const most = deed && Math.max(0, deed.afterSent - sentBefore) + LATE;
    const resting = life.command(isOver || state === 'none' ? 'start' : 'go-on', most);
    if (deed !== undefined && (await sends.reach(deed.afterSent, mostMs, resting))) {
      deeds.shift();
      const left = (): boolean => sends.inAll() < sentBefore + (most ?? 0);
      return await carryOut(deed, life, resting, left);
    }
    const rest = await resting;
    if (rest?.state === 'paused') did['stood still'] += 1;
    return rest;
  }

  /** `left`: whether it may still send by itself. */
  async function carryOut(
    { what, killAfterMs }: Deed,
    life: Life,
    resting: Promise<Rest | null>,
    left: () => boolean,
  ): Promise<Rest | null> {
    did[figureOf[what]] += 1;
    const rest = what === 'kill' ? null : life.command(what);
    if (killAfterMs === null) return await rest;
    await pause(killAfterMs);
    if (what !== 'kill') did.kills += 1;
    await life.kill();
    // What had come to rest, or had sent all that it may, was killed too late.
    if ((await (rest ?? resting)) === null && (what !== 'kill' || left())) did['in the work'] += 1;
    return null;
  }

  return {
    did,
    left: () => deeds.length,
    thereBefore,
    async live(life) {
      for (let rest = await life.command('look'); rest !== null; rest = await begin(rest, life)) {
        const isOver = rest.state === 'done' || rest.state === 'stopped';
        if (isOver && rest.unsent === 0) return true;
      }
      return false;
    },
  };
}
