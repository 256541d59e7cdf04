import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { root } from '../support/run-command.ts';

const main = join(root, 'out/main');
const files = readdirSync(main, { recursive: true, encoding: 'utf8' }).filter((file) =>
  file.endsWith('.js'),
);

test('there are chunks that only an import on demand would read', () => {
  expect(files.filter((file) => file.startsWith('chunks')).length).toBeGreaterThan(0);
});

// A chunk that is imported on demand would break on the day that it is needed.
test.for(files)('%s parses', async (file) => {
  await promisify(execFile)(process.execPath, ['--check', join(main, file)]);
});
