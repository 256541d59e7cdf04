import { describe, expect, it } from 'vitest';
import { emptyFilter, isFiltered } from '../view/filter-address.ts';
import { activeFilters } from './active-filters.ts';

const noNames = { customer: null, webhook: null };

const full = {
  ...emptyFilter,
  names: ['customer.create', 'payout.'],
  resourceKinds: ['payout'],
  resourceId: 'payout_1',
  customerId: 'customer_abcdefghijklmnop',
  webhookId: 'webhook_1',
  proof: 'read' as const,
  isMock: false,
  isLate: true,
  isRepeated: true,
  isDiffering: false,
  from: '2026-11-20T10:00:00.000Z',
  to: '2026-11-21T10:00:00.000Z',
  search: 'ada',
};

describe('chips of the filter', () => {
  it('nothing is active in an empty filter', () => {
    expect(activeFilters(emptyFilter, noNames)).toEqual([]);
  });

  it('every part has one, and without all of them nothing is filtered', () => {
    let filter = full;
    for (let left = activeFilters(full, noNames).length; left > 0; left -= 1) {
      const [first] = activeFilters(filter, noNames);
      filter = { ...filter, ...first?.without } as typeof full;
      expect(activeFilters(filter, noNames)).toHaveLength(left - 1);
    }
    expect(isFiltered(filter)).toBe(false);
  });

  it('says a whole family, a name where one is known, and what is left out', () => {
    const texts = activeFilters(full, { customer: 'Ada Byron', webhook: null }).map(
      ({ text }) => text,
    );
    expect(texts).toContain('All payout events');
    expect(texts).toContain('Customer: Ada Byron');
    expect(texts).toContain('No test data');
    expect(texts).toContain('Late only');
  });
});
