/** What moved in a time range, in bars whose beginnings the page names. */
import type { z } from 'zod';
import type { overviewContract } from '../../../bridge/overview.ts';
import { type KnownReadsParts, readKnown } from '../../core/creates/known-reads.ts';
import { Failed } from '../../core/intents/failed.ts';
import { instantOf } from '../../core/records/order.ts';

type Moved = (typeof overviewContract.moved)['~orpc'];
type Asked = z.output<NonNullable<Moved['inputSchema']>>;

/** Each bar reaches to the next, the last to `to`. Throws Failed INVALID. */
function rangesOf({ from, to, bars }: Asked): (readonly [from: number, to: number])[] {
  const marks = [...bars, to].map(instantOf);
  const ranges = marks.slice(1).map((end, index) => [marks[index] ?? null, end] as const);
  return ranges.map(([begin, end]) => {
    if (begin === null || end === null || begin > end || marks[0] !== instantOf(from))
      throw new Failed('INVALID', { sentence: 'Choose a period that begins before it ends.' });
    return [begin, end];
  });
}

export async function movedIn(
  asked: Asked,
  parts: KnownReadsParts,
): Promise<z.input<NonNullable<Moved['outputSchema']>>> {
  const ranges = rangesOf(asked);
  return await readKnown(parts, asked, (reads) => {
    const made = (kind: 'customer' | 'virtualAccount') => {
      const bars = ranges.map(([from, to]) => reads.madeBetween(kind, from, to));
      return { total: bars.reduce((sum, bar) => sum + bar, 0), bars };
    };
    const { counts } = reads.queue({ group: 'us', offset: 0, limit: 1 });
    return {
      customers: made('customer'),
      accounts: {
        ...made('virtualAccount'),
        known: reads.list('virtualAccount', { offset: 0, limit: 1 }).known,
      },
      stages: { ...counts },
    };
  });
}
