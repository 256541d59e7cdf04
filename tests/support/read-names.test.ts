import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readNames } from './read-names.ts';

const none = { skipped: [], failed: [], again: [] };

function reportFile(content: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'causeway-names-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'report.json');
  writeFileSync(file, content);
  return file;
}

function vitestReport(status: string, results: readonly object[]): string {
  const result = { name: 'src/a.test.ts', status, assertionResults: results };
  return reportFile(JSON.stringify({ testResults: [result] }));
}

test('names what vitest skipped, what failed, and what passed at the second try', () => {
  const results = ['passed', 'skipped', 'pending', 'todo', 'failed'].map((status) => ({
    fullName: `a test that ${status}`,
    status,
    failureMessages: status === 'failed' ? ['once\n  at a line', 'and again', 'and again'] : [],
  }));
  const stumbled = {
    fullName: 'a test that stumbled',
    status: 'passed',
    failureMessages: ['once'],
  };
  expect(readNames(vitestReport('failed', [...results, stumbled]), 'vitest')).toEqual({
    skipped: ['a test that skipped', 'a test that pending', 'a test that todo (todo)'],
    failed: ['a test that failed\n    once\n      at a line\n    and again'],
    again: ['a test that stumbled\n    once'],
  });
});

test('names the file that vitest could not load', () => {
  expect(readNames(vitestReport('failed', []), 'vitest')).toEqual({
    ...none,
    failed: ['src/a.test.ts'],
  });
});

test('names what Playwright skipped, failed or tried again, where it stands, and why', () => {
  const spec = (title: string, status: string, annotations: object[], errors: object[] = []) => ({
    title,
    tests: [{ projectName: 'chromium', status, annotations, results: [{ errors }] }],
  });
  const skip = { type: 'skip', description: 'This spec is about the browser host.' };
  const inner = { title: 'inner', specs: [spec('deep', 'skipped', [{ type: 'skip' }])] };
  const specs = [
    spec('runs', 'expected', []),
    spec('waits', 'skipped', [skip, skip]),
    spec('stumbles', 'flaky', []),
    spec('falls', 'unexpected', [], [{ message: '\u001b[31mno\u001b[39m' }, {}]),
  ];
  const file = reportFile(
    JSON.stringify({ suites: [{ title: 'a.spec.ts', specs, suites: [inner] }] }),
  );
  expect(readNames(file, 'playwright')).toEqual({
    skipped: [
      '[chromium] a.spec.ts › waits (This spec is about the browser host.)',
      '[chromium] a.spec.ts › inner › deep',
    ],
    failed: ['[chromium] a.spec.ts › falls\n    no\n    '],
    again: ['[chromium] a.spec.ts › stumbles'],
  });
});

test.for(['', '{"testResults":', '{}', 'null'])(
  'a report that is not whole (%j) names none',
  (text) => {
    expect(readNames(reportFile(text), 'vitest')).toEqual(none);
    expect(readNames(reportFile(text), 'playwright')).toEqual(none);
  },
);
