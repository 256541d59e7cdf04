import { expect, it } from 'vitest';
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
