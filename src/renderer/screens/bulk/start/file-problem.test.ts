import { expect, it } from 'vitest';
import { mostBulkBytes } from '../../../../bridge/bulk-limits.ts';
import { fileProblem } from './file-problem.ts';

it.each(['a.csv', 'A.CSV', 'list.tsv', 'list.txt', 'Accounts 2026.xlsx'])('%s is taken', (name) => {
  expect(fileProblem({ name, size: 1 })).toBeNull();
  expect(fileProblem({ name, size: mostBulkBytes })).toBeNull();
});

it.each(['a.xls', 'a.numbers', 'csv', 'a.csv.exe', 'a.pdf'])('%s is of another kind', (name) => {
  expect(fileProblem({ name, size: 1 })).toContain('neither CSV nor XLSX');
});

it('an empty file and one that is too large say their size', () => {
  expect(fileProblem({ name: 'a.csv', size: 0 })).toBe('a.csv is empty.');
  expect(fileProblem({ name: 'a.csv', size: mostBulkBytes + 1 })).toMatch(/has 20 MB.*up to 20 MB/);
});
