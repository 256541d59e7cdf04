/** What deviates from the API specification, in the words of a reader: stored ones are those of the checking library. */
import { valueKinds } from '../../contract/value-kinds.ts';

const kindOf = (word: string): string => valueKinds[word] ?? word;

/** `end: missing, expected text` in place of `end: Invalid input: expected string, received undefined`. */
export const deviationWords = (deviation: string): string =>
  deviation.replace(
    /: Invalid input: expected (\w+), received (\w+)$/,
    (_, expected: string, received: string) =>
      received === 'undefined'
        ? `: missing, expected ${kindOf(expected)}`
        : `: expected ${kindOf(expected)}, received ${kindOf(received)}`,
  );
