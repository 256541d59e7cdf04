/** What is suggested for a field of free text, and what of it fits what was typed. */

export interface Suggestion {
  /** What comes into the field. */
  value: string;
  /** What is read in the list, where that is more than the value. */
  label?: string | undefined;
}

/** A text stands for itself. */
export const asSuggestion = (suggestion: string | Suggestion): Suggestion =>
  typeof suggestion === 'string' ? { value: suggestion } : suggestion;

const plain = (text: string): string => text.trim().toLowerCase();

export const isWhole = (suggestions: readonly Suggestion[], typed: string): boolean =>
  suggestions.some(({ value }) => plain(value) === plain(typed));

/**
 * Those with the typed text in value or label, those that begin with it first. A whole value in
 * the field fits all of them: the next look is for another one.
 */
export function fittingSuggestions(
  suggestions: readonly Suggestion[],
  typed: string,
): readonly Suggestion[] {
  const text = plain(typed);
  if (text === '' || isWhole(suggestions, typed)) return suggestions;
  const fitting = suggestions.filter(
    ({ value, label }) => plain(value).includes(text) || plain(label ?? '').includes(text),
  );
  const begins = ({ value, label }: Suggestion): boolean =>
    plain(value).startsWith(text) || plain(label ?? '').startsWith(text);
  return [...fitting.filter(begins), ...fitting.filter((suggestion) => !begins(suggestion))];
}
