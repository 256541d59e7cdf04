/** Whether the sandbox was filled with sample data, and filling it, once. */
import { z } from 'zod';
import type { SandboxSamples } from '../../../bridge/sandbox-controls.ts';
import { isoNow } from '../../../platform/clock.ts';
import type { Migration } from '../../../platform/migrations.ts';
import type { ProfileCore } from '../../core/feature/feature.ts';
import { Failed, invalid } from '../../core/intents/failed.ts';
import type { FillStep } from './fill-samples.ts';

export interface Samples {
  view(): SandboxSamples;
  /** Begins; `steps` is asked for once nothing stands in the way. Throws Failed INVALID where it was begun before. */
  fill(steps: () => readonly FillStep[]): SandboxSamples;
  /** Resolves when nothing is being filled. */
  idle(): Promise<void>;
  /** Begins no further step. */
  stop(): void;
}

export type SamplesParts = Pick<ProfileCore, 'sqlite' | 'audit' | 'clock' | 'notify' | 'log'>;

const row = z.object({
  started_at: z.string(),
  ended_at: z.string().nullable(),
  failure: z.string().nullable(),
});

const none: SandboxSamples = { state: 'none', done: 0, total: 0, sentence: null, startedAt: null };
const interrupted = 'Causeway stopped while it added sample data.';

export function createSamples(parts: SamplesParts): Samples {
  const { sqlite, audit, clock, notify, log } = parts;
  let running: SandboxSamples | null = null;
  let work: Promise<void> = Promise.resolve();
  let isStopped = false;

  const tell = () => notify({ topic: 'sandbox', ids: [] });

  const view = (): SandboxSamples => {
    if (running !== null) return running;
    const found = sqlite.first('SELECT started_at, ended_at, failure FROM sandbox_samples');
    if (found === undefined || found === null) return none;
    const { started_at: startedAt, ended_at: endedAt, failure } = row.parse(found);
    const sentence = endedAt === null ? interrupted : failure;
    return { ...none, state: sentence === null ? 'filled' : 'failed', sentence, startedAt };
  };

  const end = (failure: string | null): void => {
    running = null;
    sqlite.run('UPDATE sandbox_samples SET ended_at = ?, failure = ?', [isoNow(clock), failure]);
    audit.append({
      action: failure === null ? 'sandbox.samples.added' : 'sandbox.samples.failed',
      facts: {},
    });
    notify({ topic: 'everything', ids: [] });
  };

  const run = async (steps: readonly FillStep[], startedAt: string): Promise<void> => {
    try {
      for (const [done, step] of steps.entries()) {
        if (isStopped) return;
        const { sentence } = step;
        running = { state: 'filling', done, total: steps.length, sentence, startedAt };
        tell();
        await step.run();
      }
      end(null);
    } catch (error) {
      log.error({ err: error }, 'sample data could not be added');
      if (!isStopped) end(error instanceof Failed ? error.message : 'The log has the details.');
    }
  };

  return {
    view,
    fill(steps) {
      if (view().state !== 'none')
        throw invalid(
          'Sample data was added before. Reset the sandbox to remove it, then add it again. Nothing was done.',
          'samples',
        );
      const startedAt = isoNow(clock);
      const toRun = steps();
      sqlite.run('INSERT INTO sandbox_samples (only, started_at) VALUES (1, ?)', [startedAt]);
      work = run(toRun, startedAt);
      return view();
    },
    idle: () => work,
    stop() {
      isStopped = true;
    },
  };
}

export const sandboxControlsMigrations: readonly Migration[] = [
  {
    id: '2026-11-23-sandbox-samples-1',
    up(sqlite) {
      sqlite.exec(`
        -- Whether sample data was added. Times are ISO 8601 UTC.
        CREATE TABLE sandbox_samples (
          only INTEGER PRIMARY KEY CHECK (only = 1),
          started_at TEXT NOT NULL,
          ended_at TEXT,
          failure TEXT
        ) STRICT;
      `);
    },
  },
];
