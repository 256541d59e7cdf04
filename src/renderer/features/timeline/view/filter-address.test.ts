import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { eachFlag } from '../../../../bridge/event-flags.ts';
import { type TimelineFilter, timelineFilter } from '../../../../bridge/timeline.ts';
import { emptyFilter, eventSignatures, filterOf, isFiltered, queryOf } from './filter-address.ts';

const instant = fc
  .date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true })
  .map((at) => at.toISOString());
const text = fc
  .string({ minLength: 1, maxLength: 40, unit: 'binary' })
  .map((value) => value.trim())
  .filter((value) => value !== '');
const maybe = <Value>(values: fc.Arbitrary<Value>) => fc.option(values, { nil: null });
const names = fc.uniqueArray(text, { maxLength: 6 }).map((values) => values.sort());

const filters: fc.Arbitrary<TimelineFilter> = fc.record({
  names,
  resourceKinds: names,
  resourceId: maybe(text),
  customerId: maybe(text),
  webhookId: maybe(text),
  proof: maybe(fc.constantFrom(...eventSignatures)),
  ...eachFlag(() => maybe(fc.boolean())),
  from: maybe(instant),
  to: maybe(instant),
  search: fc.string({ maxLength: 60 }).map((value) => value.trim()),
  knownAt: maybe(instant),
});

describe('the filter in the address', () => {
  it('comes back as it was, whatever it holds', () => {
    fc.assert(
      fc.property(filters, (filter) => {
        expect(filterOf(queryOf(filter))).toEqual(filter);
      }),
    );
  });

  it('nothing set is no query at all', () => {
    expect(queryOf(emptyFilter)).toBe('');
    expect(filterOf('')).toEqual(emptyFilter);
  });

  it('every address, however odd, is a filter that the bridge takes', () => {
    fc.assert(
      fc.property(fc.webQueryParameters({ size: 'large' }), (query) => {
        expect(timelineFilter.parse(filterOf(query))).toEqual(filterOf(query));
      }),
    );
  });

  it('reads what a person may have written by hand, and leaves out what is no filter', () => {
    expect(
      filterOf('late=yes&mock=perhaps&from=2026-11-20T10:00:00Z&to=soon&proof=sure&x=1'),
    ).toEqual({
      ...emptyFilter,
      isLate: true,
      from: '2026-11-20T10:00:00.000Z',
    });
  });

  it('the same filter has the same address, whatever was chosen first', () => {
    const one = { ...emptyFilter, names: ['payout.', 'customer.create'] };
    const other = { ...emptyFilter, names: ['customer.create', 'payout.'] };
    expect(queryOf(one)).toBe(queryOf(other));
  });

  it('a moment of knowledge alone filters nothing that happened', () => {
    expect(isFiltered({ ...emptyFilter, knownAt: '2026-11-20T10:00:00.000Z' })).toBe(false);
    expect(isFiltered({ ...emptyFilter, search: 'ada' })).toBe(true);
    expect(isFiltered({ ...emptyFilter, isLate: false })).toBe(true);
  });
});
