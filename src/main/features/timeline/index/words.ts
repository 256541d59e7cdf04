/**
 * Words that an event is found by. Text is lower case without accents; a word is a run of letters,
 * digits and `.` `+` `-` `@`, so that addresses, amounts and emails stay whole. What is joined by
 * these signs counts in its pieces as well: `ada.moreno@example.com` is found by itself, by
 * `ada.moreno`, `example.com`, `ada`, `moreno`, `example` and `com`. An underscore parts, so
 * `payout_k7f3` is `payout` and `k7f3`. A search is cut up the same way.
 */
import { folded } from '../../../../platform/folded-text.ts';

/** What stands behind these characters can't be found. */
const LONGEST_WORD = 100;
/** Far more than a real event has; the rest of an event with more can't be found. */
const MOST_WORDS = 3_000;

const RUN = /[\p{L}\p{N}.+@-]+/gu;
const ASCII_RUN = /[a-z0-9.+@-]+/g;
const EDGE = /^[.+@-]+|[.+@-]+$/g;
/** As the service writes times (Interface 1). */
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d[\d:.]*(Z|[+-]\d\d:\d\d)$/;
const JOINED = /[.+@-]/;
const JOINS = /[.+@-]+/;

/** Values under these keys are never indexed, even where they were not cut out before. */
const SECRET_KEY = /secret|password|passphrase|private_?key|token/i;

/** How a word is built, which says where its parts are looked for. */
export type WordForm = 'plain' | 'joined' | 'email';

export const formOf = (word: string): WordForm => {
  if (word.includes('@')) return 'email';
  return JOINED.test(word) ? 'joined' : 'plain';
};

/** Words of a text as a search has them: whole, without their pieces. */
export function runsOf(text: string): string[] {
  const isAscii = /^[\0-\x7f]*$/.test(text);
  const found = (isAscii ? text.toLowerCase() : folded(text)).match(isAscii ? ASCII_RUN : RUN);
  if (found === null) return [];
  const runs: string[] = [];
  for (const run of found) {
    const whole = JOINED.test(run) ? run.replace(EDGE, '') : run;
    if (whole !== '') runs.push(whole.length > LONGEST_WORD ? whole.slice(0, LONGEST_WORD) : whole);
  }
  return runs;
}

/** Adds the words of a text with all pieces. Times are left out: the range is for them. */
export function addWords(text: string, words: Set<string>): void {
  if (words.size >= MOST_WORDS || TIME.test(text)) return;
  for (const run of runsOf(text)) {
    words.add(run);
    if (!JOINED.test(run)) continue;
    if (run.includes('@')) {
      for (const side of run.split('@')) addIfAny(side.replace(EDGE, ''), words);
    }
    for (const piece of run.split(JOINS)) addIfAny(piece, words);
  }
}

const addIfAny = (word: string, words: Set<string>): void => {
  if (word !== '') words.add(word);
};

/** Whether values under this key may be found. */
export const isSearchable = (key: string): boolean => !SECRET_KEY.test(key);
