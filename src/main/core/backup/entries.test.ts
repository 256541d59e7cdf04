import { expect, it } from 'vitest';
import { encodeEntry, readEntries } from './entries.ts';

it('what is not JSON where a file begins is a damaged backup', () => {
  const bytes = encodeEntry({ path: 'records.db', bytes: 0 });
  const paths: string[] = [];
  const read = () =>
    readEntries([bytes], ({ path }) => {
      paths.push(path);
      return { write: () => undefined, end: () => undefined };
    });
  read();
  expect(paths).toEqual(['records.db']);
  bytes[4] = 0;
  expect(read).toThrow('This backup holds what is not a file.');
});
