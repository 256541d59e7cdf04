import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { add, describe, judge, readCounts } from './read-counts.ts';

function reportFile(content: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'causeway-counts-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'report.json');
  writeFileSync(file, content);
  return file;
}

test('reads what vitest counted; todo counts as skipped', () => {
  const file = reportFile(
    '{"success":false,"numPassedTests":5,"numFailedTests":2,"numPendingTests":1,"numTodoTests":1}',
  );
  expect(readCounts(file, 'vitest')).toEqual({ passed: 5, failed: 2, skipped: 2 });
});

test('reads what Playwright counted; what passed at its second attempt has passed', () => {
  const file = reportFile(
    '{"stats":{"expected":4,"unexpected":1,"flaky":1,"skipped":3},"errors":[]}',
  );
  expect(readCounts(file, 'playwright')).toEqual({ passed: 5, failed: 1, skipped: 3 });
});

test.for(['', '{"success":', '{}', 'null'])(
  'a report that is not whole (%j) is no report',
  (text) => {
    expect(readCounts(reportFile(text), 'vitest')).toBeNull();
    expect(readCounts(reportFile(text), 'playwright')).toBeNull();
  },
);

test.for([
  { what: 'all passed', counts: [3, 0, 1], ok: true, failed: 0 },
  { what: 'two failed', counts: [3, 2, 0], ok: false, failed: 2 },
  { what: 'a file did not load', counts: [3, 0, 0], ok: false, failed: 1 },
  { what: 'no test ran', counts: [0, 0, 0], ok: true, failed: 1 },
  { what: 'every test was skipped', counts: [0, 0, 9], ok: true, failed: 1 },
  { what: 'there is no report', counts: null, ok: true, failed: 1 },
] as const)('a suite where $what has $failed failed', ({ counts, ok, failed }) => {
  const [passed = 0, failedTests = 0, skipped = 0] = counts ?? [];
  const read = counts ? { passed, failed: failedTests, skipped } : null;
  expect(judge(read, ok).failed).toBe(failed);
});

test('says the sum in one line, and skips only when there are any', () => {
  const sum = add({ passed: 1, failed: 0, skipped: 0 }, { passed: 2, failed: 1, skipped: 0 });
  expect(describe(sum)).toBe('3 passed, 1 failed');
  expect(describe({ ...sum, skipped: 4 })).toBe('3 passed, 1 failed, 4 skipped');
});
