import { expect, it } from 'vitest';
import { maxBulkBytes } from '../../../../bridge/bulk-limits.ts';
import { fileProblem } from './start-screen.tsx';

it.each(['a.csv', 'A.CSV', 'list.tsv', 'list.txt', 'Accounts 2026.xlsx'])('%s is taken', (name) => {
  expect(fileProblem({ name, size: 1 })).toBeNull();
  expect(fileProblem({ name, size: maxBulkBytes })).toBeNull();
});

it.each(['a.xls', 'a.numbers', 'csv', 'a.csv.exe', 'a.pdf'])('%s is of another kind', (name) => {
  expect(fileProblem({ name, size: 1 })).toContain('not a CSV or XLSX file');
});

it('an empty file and one that is too large say their size', () => {
  expect(fileProblem({ name: 'a.csv', size: 0 })).toBe('a.csv is empty. Choose a file with rows.');
  expect(fileProblem({ name: 'a.csv', size: maxBulkBytes + 1 })).toMatch(
    /\(20 MB\).*limit of 20 MB/,
  );
});
