import { expect, it } from 'vitest';
import { filterOf, isWrongDay, queryOf, viewOf } from './audit-view.ts';

it('stands in the address and comes back from it', () => {
  const query = 'kind=webhooks&by=ada&from=2026-11-01&record=customer_1&search=a+b';
  expect(queryOf(viewOf(query))).toBe(query);
  expect(queryOf(viewOf('unknown=1'))).toBe('');
});

it('takes whole days, both included', () => {
  const { from, to } = filterOf(viewOf('from=2026-11-01&to=2026-11-01'));
  expect(Date.parse(to ?? '') - Date.parse(from ?? '')).toBe(24 * 3_600_000);
  expect(filterOf(viewOf(''))).toEqual({
    ...{ kind: null, by: null, from: null, to: null },
    ...{ record: '', search: '' },
  });
});

it('filters by no day that is not one', () => {
  for (const day of ['2026-11', '2026-02-30', 'x'])
    expect(filterOf(viewOf(`from=${day}`)).from).toBeNull();
  expect([isWrongDay('2026-02-30'), isWrongDay('2026-1'), isWrongDay('')]).toEqual([
    ...[true, false, false],
  ]);
});
