/** Pages of a stream of the log: while one is taken the next is read, and its signatures are checked. */
import { isDeepStrictEqual } from 'node:util';
import { checkAhead } from '../../../team-log/entry.ts';
import type { Cursor, ReadPage } from '../../../team-log/read.ts';
import type { TeamLog } from '../../../team-log/team-log.ts';

/** Read in one go. */
export const batch = { entries: 1_000, bytes: 4 * 1024 * 1024 };

export interface Page extends ReadPage {
  /** Reading goes on elsewhere after it than before. */
  readonly isFurther: boolean;
}

/** Throws what reading throws, in its turn. */
export async function* readPages(
  log: Pick<TeamLog, 'read'>,
  stream: string,
  from: Cursor | null,
): AsyncGenerator<Page> {
  const pageAfter = async (after: Cursor | null): Promise<Page> => {
    const page = await log.read(stream, after, batch);
    await checkAhead(page.entries);
    const isFurther = page.entries.length > 0 || !isDeepStrictEqual(page.cursor, after);
    return { ...page, isFurther };
  };
  let coming: Promise<Page> | null = pageAfter(from);
  while (coming !== null) {
    const page: Page = await coming;
    coming = page.isLast ? null : pageAfter(page.cursor);
    // Told when it is asked for.
    coming?.catch(() => undefined);
    yield page;
  }
}
