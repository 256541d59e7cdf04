/** What moved in a time range, in bars whose beginnings the page names. */
import type { z } from 'zod';
import type { overviewContract } from '../../../bridge/overview.ts';
import { type KnownReadsParts, readKnown } from '../../core/creates/known-reads.ts';
import { Failed } from '../../core/intents/failed.ts';
import { instantOf } from '../../core/records/order.ts';

type Moved = (typeof overviewContract.moved)['~orpc'];
type Asked = z.output<NonNullable<Moved['inputSchema']>>;

/** Each bar reaches to the next, the last to `to`. Throws Failed INVALID. */
export function barsIn({ from, to, bars }: Asked) {
  const marks = [...bars, to];
  return bars.map((begin, index) => {
    const bar = { from: begin, to: marks[index + 1] ?? to };
    const [fromMs, toMs] = [instantOf(bar.from), instantOf(bar.to)];
    if (fromMs === null || toMs === null || fromMs > toMs || bars[0] !== from)
      throw new Failed('INVALID', { sentence: 'Choose a period that begins before it ends.' });
    return { ...bar, fromMs, toMs };
  });
}

export async function movedIn(
  asked: Asked,
  parts: KnownReadsParts,
): Promise<z.input<NonNullable<Moved['outputSchema']>>> {
  const ranges = barsIn(asked);
  return await readKnown(parts, asked, (reads) => {
    const made = (kind: 'customer' | 'virtualAccount') => {
      const bars = ranges.map(({ fromMs, toMs }) => reads.madeBetween(kind, fromMs, toMs));
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
