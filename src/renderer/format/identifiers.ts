/** Ids and addresses: short in lists, and which characters of a whole one stand out. */
import { listed } from '../../bridge/words.ts';

/** First 6 … last 4 of the part that tells ids apart; a type prefix (`customer_`) is left out. */
export function shortId(id: string): string {
  const own = id.slice(id.indexOf('_') + 1);
  return own.length <= 12 ? own : `${own.slice(0, 6)}…${own.slice(-4)}`;
}

/** What was pasted, without what stands around an id in a log or a mail: spaces, quotes, a full stop. */
export const tidyId = (text: string): string =>
  text.trim().replace(/^["'`<(\s]+|["'`>).,;\s]+$/g, '');

/** Characters in runs of marked and of plain ones; what `marks` says nothing of is plain. */
export function markedRuns(
  characters: readonly string[],
  marks: readonly boolean[],
): { text: string; isMarked: boolean }[] {
  const runs: { text: string; isMarked: boolean }[] = [];
  for (const [index, character] of characters.entries()) {
    const isMarked = marks[index] ?? false;
    const last = runs.at(-1);
    if (last?.isMarked === isMarked) last.text += character;
    else runs.push({ text: character, isMarked });
  }
  return runs;
}

/** Which places are marked, counted from 1, as people say them: `5 to 38`, `3 and 7 to 9`. */
export function markedPlaces(marks: readonly boolean[]): string {
  let place = 1;
  const places = markedRuns(
    Array.from(marks, () => ' '),
    marks,
  ).flatMap(({ text, isMarked }) => {
    const first = place;
    place += text.length;
    if (!isMarked) return [];
    return text.length === 1 ? [String(first)] : [`${first} to ${place - 1}`];
  });
  return listed(places);
}
