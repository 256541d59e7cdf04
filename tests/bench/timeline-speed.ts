/**
 * The timeline's index over made events: filled against bare SQLite with the same schema and cipher,
 * asked beside plain LIKE and DuckDB over the same rows, and following a thousand deliveries a second.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import type { Figure } from './figure.ts';
import { runSmall } from './processes.ts';
import { buildProgram } from './program-build.ts';
import { median } from './statistics.ts';
import { fillInbox } from './timeline-inbox.ts';

const watched = z.object({ seconds: z.number(), residentMb: z.number(), blockedMs: z.number() });
const answer = z.object({ p95: z.number(), worst: z.number() });
const ours = z.object({
  startedMb: z.number(),
  load: watched,
  openEmptyMs: z.number(),
  openings: z.array(z.number()),
  times: z.record(z.string(), answer),
  asking: watched,
  following: watched.extend({
    result: z.object({ acknowledgedMs: z.number(), searchableSeconds: z.number() }),
  }),
});
const bare = z.object({ seconds: z.number() });
const peers = z.object({ likeP95: z.number(), duckP95: z.number() });

/** Of which the peers look for each once: each is a walk over everything. */
const parts = ['k7f3m2', 'moreno', 'solana', '0x3fa', 'firm.exam'];

const threads = {
  'inbox-writer': 'src/main/features/webhooks/inbox/writer-thread.ts',
  'timeline-writer': 'src/main/features/timeline/index/threads/timeline-writer.ts',
  'timeline-reader': 'src/main/features/timeline/index/threads/timeline-reader.ts',
};

const pathOf = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

export async function timelineSpeed(count: number, asked: number): Promise<Figure[]> {
  const directory = await mkdtemp(join(tmpdir(), 'causeway-timeline-'));
  const built = await buildProgram('timeline-bench', 'tests/bench/timeline-run.ts', threads);
  try {
    fillInbox(directory, count);
    const filled = bare.parse(await runSmall(pathOf('./timeline-bare.ts'), [directory, count]));
    const measured = ours.parse(await runSmall(built.program, [directory, asked]));
    const others = peers.parse(
      await runSmall(pathOf('./timeline-peers.ts'), [directory, count, JSON.stringify(parts)]),
    );
    return figuresOf(count, filled, measured, others);
  } finally {
    await built.remove();
    await rm(directory, { recursive: true });
  }
}

function figuresOf(
  count: number,
  filled: z.infer<typeof bare>,
  measured: z.infer<typeof ours>,
  others: z.infer<typeof peers>,
): Figure[] {
  const { load, times, following, openEmptyMs } = measured;
  const seconds = (value: number) => value.toFixed(1);
  const beside = `LIKE ${Math.round(others.likeP95)} ms, DuckDB ${Math.round(others.duckP95)} ms`;
  const answers = (name: string, atMost: number, more = ''): Figure => {
    const { p95, worst } = times[name] ?? { p95: Number.NaN, worst: Number.NaN };
    const basis = `p95 at ${count} events, worst ${worst.toFixed(1)} ms${more}`;
    return { name, value: p95, unit: 'ms', atMost, basis };
  };
  const opening = median(measured.openings);
  return [
    {
      name: 'filling the index',
      value: load.seconds,
      unit: 's',
      atMost: (240 * count) / 1_000_000,
      basis: `${count} deliveries opened, read and indexed`,
    },
    {
      name: 'filling against bare SQLite',
      value: load.seconds / filled.seconds,
      unit: 'times',
      atMost: 1.3,
      basis: `${seconds(load.seconds)} s against ${seconds(filled.seconds)} s for the writing alone`,
    },
    answers('page', 1),
    answers('far page', 1),
    answers('one filter', 1),
    answers('several filters', 1),
    answers('word', 5, `; ${beside}`),
    answers('part', 50, `; ${beside}`),
    answers('histogram over all', 100),
    {
      name: 'open to the first page, against an empty index',
      value: opening / openEmptyMs,
      unit: 'times',
      atMost: 1.2,
      basis: `${Math.round(opening)} ms against ${Math.round(openEmptyMs)} ms`,
    },
    {
      name: 'memory of the whole process',
      value: Math.max(load.residentMb, measured.asking.residentMb, following.residentMb),
      unit: 'MB',
      atMost: 200,
      basis: `${Math.round(measured.startedMb)} before anything was opened; filling ${Math.round(load.residentMb)}, asked ${Math.round(measured.asking.residentMb)}, following ${Math.round(following.residentMb)}`,
    },
    {
      name: 'main blocked',
      value: Math.max(load.blockedMs, measured.asking.blockedMs, following.blockedMs),
      unit: 'ms',
      atMost: 50,
      basis: `filling ${Math.round(load.blockedMs)}, asked ${Math.round(measured.asking.blockedMs)}, following ${Math.round(following.blockedMs)}`,
    },
    {
      name: 'newest searchable at 1,000 deliveries a second',
      value: following.result.searchableSeconds,
      unit: 's',
      atMost: 2,
      basis: `worst; a group of ten was durable in ${following.result.acknowledgedMs.toFixed(1)} ms (p95)`,
    },
  ];
}
