import { NotOurs } from './own-tree.ts';

const full = 'The disk is full. Free some space and try again.';

/** `where` is the path; a read of a file that is open names none. */
const sentences: Readonly<Record<string, (where: string) => string>> = {
  EACCES: (where) => `Your user may not read or change ${where}.`,
  EPERM: (where) => `Your user may not read or change ${where}.`,
  EROFS: (where) => `The disk of ${where} is read-only.`,
  EISDIR: (where) => `There is a folder where a file should be: ${where}.`,
  ENOTDIR: (where) => `There is a file where a folder should be: ${where}.`,
  ENOENT: (where) => `There is no ${where}, or it can’t be created.`,
  ENOSPC: () => full,
  EDQUOT: () => full,
  SQLITE_FULL: () => full,
  EIO: (where) => `The disk can’t read or write ${where}.`,
};

/** What the disk said of a file, as a sentence for people; null where there is none for it. */
export function fileErrorInWords(
  error: unknown,
  file = 'a file of the data folder',
): string | null {
  if (error instanceof NotOurs) return error.message;
  const { code = '', path = file, syscall = '' } = (error ?? {}) as NodeJS.ErrnoException;
  // A port that needs rights has the code of a file that does.
  if (/^(?:listen|bind|connect|spawn)/.test(syscall)) return null;
  return sentences[code]?.(path) ?? null;
}
