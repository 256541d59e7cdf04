import { mkdtempSync, rmdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readIfPresent } from '../../../platform/durable-file.ts';
import { DataDirectoryInUse } from '../../core/profiles/data-directory.ts';
import { explainConsoleError } from './hosted-console.ts';

it.each([
  ['http://127.0.0.1:7417/', /press Enter in its terminal/, /npm run listen/],
  [null, /npm run listen or the desktop app holds the folder\. Stop it/, /press Enter/],
])('says what to do about a folder that is held at %s', (url, says, not) => {
  const sentence = explainConsoleError(new DataDirectoryInUse('/d', { pid: 7, url }))?.sentence;
  expect(sentence).toMatch(says);
  expect(sentence).not.toMatch(not);
});

it('names a folder that is in the place of a file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'causeway-start-'));
  try {
    expect(readIfPresent(folder)).toBe('thrown');
  } catch (error) {
    const sentence = `There is a folder where a file should be: ${folder}.`;
    expect(explainConsoleError(error)).toEqual({ sentence, isHeld: false });
  } finally {
    rmdirSync(folder);
  }
});

it('says that the disk is full, whoever found it', () => {
  for (const code of ['SQLITE_FULL', 'ENOSPC']) {
    const error = Object.assign(new Error('full'), { code });
    expect(explainConsoleError(error)?.sentence).toBe(
      'The disk is full. Free some space and try again.',
    );
  }
});

it('takes a port that may not be listened on for no file', () => {
  const error = Object.assign(new Error('no'), { code: 'EACCES', syscall: 'listen', port: 80 });
  expect(explainConsoleError(error)).toBeNull();
});
