import { posix, win32 } from 'node:path';
import { expect, it } from 'vitest';
import { isInside } from './is-inside.ts';

it.each([
  [posix, '/data', ['/data', '/data/profiles', '/data/..x'], ['/', '/database', '/data/../other']],
  [
    win32,
    'C:\\Data',
    ['C:\\Data', 'c:\\data\\profiles', 'C:\\Data\\..x'],
    ['C:\\', 'C:\\Database', 'D:\\Backups', 'D:\\Data', '\\\\nas\\share', '\\\\nas\\share\\Data'],
  ],
])('knows what is inside a folder', (paths, folder, inside, outside) => {
  expect(inside.filter((path) => isInside(folder, path, paths))).toEqual(inside);
  expect(outside.filter((path) => isInside(folder, path, paths))).toEqual([]);
});
