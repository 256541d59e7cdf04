/** What a search asks of the index of words: expressions, each small enough to run. */
import type { Sqlite } from '../../../../../platform/sqlite.ts';
import { beginningMark, kindMark, nameMark } from '../marks.ts';
import { runsOf } from '../words.ts';
import { findTerms } from './find-terms.ts';
import type { Plan } from './plan.ts';

/** Words of one expression; more are asked in turns. */
const MOST_TERMS = 500;
/**
 * Of the first expression, where common words are: each event of one costs a look at every other
 * word beside it.
 */
const FIRST_TERMS = 4;

/** Expressions of one search. Several words that each stand for many would make very many. */
const MOST_EXPRESSIONS = 256;

export interface Matches {
  /**
   * Expressions of which an event has to match one. Empty when nothing can match. An event may
   * match several.
   */
  readonly expressions: readonly string[];
  /**
   * Of an id: an expression without the word of its kind, which very many events have. What matches it
   * and bears the id in a column matches the only other expression as well.
   */
  readonly lead: string | null;
  /** Words of the search that stand for themselves alone: too many words have them as a part. */
  readonly whole: readonly string[];
}

export function matchesOf(sqlite: Sqlite, plan: Plan): Matches {
  const whole: string[] = [];
  const groups = plan.words.map((word) => {
    const terms = findTerms(sqlite, word);
    if (terms === null) whole.push(word);
    return { word, chunks: inChunks(terms ?? [word]) };
  });
  while (product(groups) > MOST_EXPRESSIONS && groups.length > 1) {
    const widest = groups.reduce((one, other) =>
      other.chunks.length > one.chunks.length ? other : one,
    );
    widest.chunks = inChunks([widest.word]);
    whole.push(widest.word);
  }
  const marks = marksOf(plan).map((marked) => [anyOf(marked)]);
  const expressions = [...groups.map(({ chunks }) => chunks), ...marks].reduce<readonly string[]>(
    (combined, chunks) =>
      combined.flatMap((left) =>
        chunks.map((right) => (left === '' ? right : `${left} AND ${right}`)),
      ),
    [''],
  );
  const last = groups.at(-1)?.chunks ?? [];
  const isLed = plan.id !== null && expressions.length === 1 && groups.length === 2;
  const lead = isLed ? [...last, ...marks.flat()].join(' AND ') : null;
  return { expressions, lead, whole };
}

const product = (groups: readonly { readonly chunks: readonly string[] }[]): number =>
  groups.reduce((all, { chunks }) => all * chunks.length, 1);

/** Conditions that the words of an event tell as well: each a list of which one has to be there. */
function marksOf({ filter, resourceId, customerId }: Plan): readonly (readonly string[])[] {
  const names = filter.names.flatMap((name) =>
    name.endsWith('.') ? [nameMark(name), beginningMark(name)] : [nameMark(name)],
  );
  const kinds = filter.resourceKinds.map(kindMark);
  const ids = [resourceId, customerId].flatMap((id) => (id === null ? [] : runsOf(id)));
  return [names, kinds, ...ids.map((id) => [id])].filter((marked) => marked.length > 0);
}

function inChunks(terms: readonly string[]): readonly string[] {
  const chunks: string[] = [];
  for (let at = 0; at < terms.length; ) {
    const size = at === 0 ? FIRST_TERMS : MOST_TERMS;
    chunks.push(anyOf(terms.slice(at, at + size)));
    at += size;
  }
  return chunks;
}

/** Words in quotes, in which FTS5 has no operators. No word holds a quote. */
const anyOf = (terms: readonly string[]): string =>
  `(${terms.map((term) => `"${term}"`).join(' OR ')})`;
