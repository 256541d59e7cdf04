import nodePath, { type PlatformPath } from 'node:path';

/** Whether a path is the folder itself or leads below it. `paths`: of another system. */
export function isInside(
  folder: string,
  path: string,
  { isAbsolute, relative, sep }: PlatformPath = nodePath,
): boolean {
  const way = relative(folder, path);
  // For another drive or share Windows gives the path itself.
  return !isAbsolute(way) && way !== '..' && !way.startsWith(`..${sep}`);
}
