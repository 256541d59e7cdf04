import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createIso } from './rows.ts';

const LAST = 8_640_000_000_000_000;

it('writes every time as Date does, whatever it wrote before', () => {
  const iso = createIso();
  const moment = fc.oneof(
    fc.integer({ min: -LAST, max: LAST }),
    fc.integer({ min: 0, max: 3 * 86_400_000 }),
    fc.constantFrom(-LAST, -1, 0, 86_399_999, 86_400_000, LAST),
  );
  fc.assert(
    fc.property(moment, (ms) => {
      expect(iso(ms)).toBe(new Date(ms).toISOString());
    }),
    { numRuns: 2_000 },
  );
});
