/** The program of the thread that reads what a person gave: many megabytes of it keep nobody waiting. */
import type { ImportProblem } from '../../../bridge/imports.ts';
import { type Answer, Refused, serveReading } from '../../../platform/read-in-thread.ts';
import { Failed } from '../../core/intents/failed.ts';
import type { Candidate, ReadText } from './candidate.ts';
import { type ReadingOrder, readText } from './read-text.ts';

export interface GivenText {
  /** In the order in which they came. */
  readonly parts: readonly string[];
  readonly order: ReadingOrder;
}

export type ReadHead = Pick<ReadText, 'columns'>;
export type ReadItem = { readonly candidate: Candidate } | { readonly problem: ImportProblem };

/** What one message holds: main takes it in a few milliseconds. */
const MOST_ITEMS = 200;
const MOST_CHARACTERS = 100_000;

function read({ parts, order }: GivenText): Answer<ReadHead, ReadItem> {
  try {
    const { columns, candidates, problems } = readText(parts.join(''), order);
    return { head: { columns }, parts: partsOf(candidates, problems) };
  } catch (error) {
    if (!(error instanceof Failed)) throw error;
    throw new Refused(error.data.sentence, error.data.cause ?? null);
  }
}

function* partsOf(
  candidates: readonly Candidate[],
  problems: readonly ImportProblem[],
): Generator<readonly ReadItem[]> {
  let part: ReadItem[] = [];
  let characters = 0;
  for (const candidate of candidates) {
    part.push({ candidate });
    characters += JSON.stringify(candidate.body).length;
    if (part.length < MOST_ITEMS && characters < MOST_CHARACTERS) continue;
    yield part;
    part = [];
    characters = 0;
  }
  for (const problem of problems) {
    part.push({ problem });
    if (part.length < MOST_ITEMS) continue;
    yield part;
    part = [];
  }
  if (part.length > 0) yield part;
}

serveReading(read);
