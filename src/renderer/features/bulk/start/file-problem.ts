/** Why a file is not taken, before any of it is read. */
import { maxBulkBytes } from '../../../../bridge/bulk-limits.ts';
import { formatBytes } from '../../../format/bytes.ts';
import { bulkTexts } from '../texts.ts';

const texts = bulkTexts.start.problems;

/** What a file of that kind ends in. */
export const endings = ['.csv', '.tsv', '.txt', '.xlsx'] as const;

/** In words; null when nothing is against it. */
export function fileProblem({ name, size }: { name: string; size: number }): string | null {
  const lower = name.toLowerCase();
  if (!endings.some((ending) => lower.endsWith(ending))) return texts.ending(name);
  if (size === 0) return texts.empty(name);
  if (size <= maxBulkBytes) return null;
  return texts.large(name, formatBytes(size), formatBytes(maxBulkBytes));
}
