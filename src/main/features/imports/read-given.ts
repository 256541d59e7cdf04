/** Has a text read: a long one in a thread of its own, bounded in memory and time. */
import type { ImportProblem } from '../../../bridge/imports.ts';
import { Refused, readInThread, TookTooMuch } from '../../../platform/read-in-thread.ts';
import { programOfThread } from '../../../platform/thread-program.ts';
import { Failed } from '../../core/intents/failed.ts';
import type { Candidate, ReadText } from './candidate.ts';
import { readText } from './read-text.ts';
import type { GivenText, ReadHead, ReadItem } from './reading-thread.ts';

/** Characters that are read in a few milliseconds, so that no thread is worth its start. */
const SHORT = 20_000;

/** Memory of the thread, in MiB, and its time: many times what 8,000,000 characters take. */
const most = { mebibytes: 768, ms: 30_000 };
const limits = {
  memory: `in ${most.mebibytes} MB of memory`,
  time: 'in half a minute',
} as const;

const program = { source: 'reading-thread', program: 'import-reader' };

/** Rejects with Failed INVALID, or with the signal's reason; then no thread is left. */
export async function readGiven(data: GivenText, signal: AbortSignal): Promise<ReadText> {
  const characters = data.parts.reduce((sum, part) => sum + part.length, 0);
  if (characters <= SHORT) return readText(data.parts.join(''), data.order);
  try {
    const file = programOfThread(program, import.meta.url);
    const { head, items } = await readInThread<ReadHead, ReadItem>({
      ...{ program: file, data, most, signal },
    });
    const candidates: Candidate[] = [];
    const problems: ImportProblem[] = [];
    for (const item of items) {
      if ('candidate' in item) candidates.push(item.candidate);
      else problems.push(item.problem);
    }
    return { ...head, candidates, problems };
  } catch (error) {
    if (error instanceof Refused) {
      const cause = error.about === null ? {} : { cause: error.about };
      throw new Failed('INVALID', { sentence: error.message, ...cause });
    }
    if (error instanceof TookTooMuch) {
      throw new Failed('INVALID', {
        sentence: `The input contains more than Causeway can read ${limits[error.of]}. Split the input into several parts.`,
        cause: 'too-much',
      });
    }
    throw error;
  }
}
