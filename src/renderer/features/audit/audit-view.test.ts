import { expect, it } from 'vitest';
import { auditFactsOf, filterOf, isWrongDay, queryOf, viewOf } from './audit-view.ts';

it('stands in the address and comes back from it', () => {
  const query = 'kind=webhooks&by=ada&from=2026-11-01&record=customer_1&search=a+b';
  expect(queryOf(viewOf(query))).toBe(query);
  expect(queryOf(viewOf('unknown=1'))).toBe('');
});

it('takes whole days, both included', () => {
  const { from, to } = filterOf(viewOf('from=2026-11-01&to=2026-11-01'));
  expect(Date.parse(to ?? '') - Date.parse(from ?? '')).toBe(24 * 3_600_000);
  expect(filterOf(viewOf(''))).toEqual({
    kind: null,
    by: null,
    from: null,
    to: null,
    record: '',
    search: '',
  });
});

it('filters by no day that is not one', () => {
  for (const day of ['2026-11', '2026-02-30', 'x'])
    expect(filterOf(viewOf(`from=${day}`)).from).toBeNull();
  const wrong = (isTyping: boolean) =>
    ['2026-02-30', '2026-13-01', 'abc', '2026-x', '2026-1', '20', '', '2026-02-03'].filter((day) =>
      isWrongDay(day, isTyping),
    );
  expect(wrong(true)).toEqual(['2026-02-30', '2026-13-01', 'abc', '2026-x']);
  expect(wrong(false)).toEqual([...wrong(true), '2026-1', '20']);
});

it('names are words, and what is null is left out', () => {
  const facts = {
    intentKey: 'ab',
    resourceId: null,
    cause: null,
    status: 201,
    isNew: false,
    pdfSha256: 'c4',
  };
  expect(auditFactsOf(facts)).toEqual([
    { name: 'Request key', value: 'ab' },
    { name: 'Status', value: '201' },
    { name: 'Is new', value: 'No' },
    { name: 'PDF SHA-256', value: 'c4' },
  ]);
});

it('what stands inside is named by its way, and a list is one value', () => {
  const facts = { proof: { baseUrl: 'https://a.example', at: null }, ids: ['x', 'y'], none: [] };
  expect(auditFactsOf(facts)).toEqual([
    { name: 'Proof · base URL', value: 'https://a.example' },
    { name: 'IDs', value: 'x, y' },
  ]);
});

it('no facts are none, and a fact of another form is still shown', () => {
  const rules = ['New customers need 1 approver.', 'At most 5 a day.'];
  expect(auditFactsOf({ rules })).toEqual([{ name: 'Rules', value: rules.join(' ') }]);
  expect(auditFactsOf({})).toEqual([]);
  expect(auditFactsOf(null)).toEqual([]);
  expect(auditFactsOf('text')).toEqual([{ name: '', value: 'text' }]);
});

it.each([
  ['cause', 'rate-limited', 'Rate limited'],
  ['cause', 'name', 'Host name not found'],
  ['state', 'not-sent', 'Not sent'],
  ['kind', 'virtualAccount', 'Virtual account'],
  // What a person, a computer or the service is called.
  ['computer', 'ada-laptop', 'ada-laptop'],
  ['network', 'polygon', 'polygon'],
  ['kind', 'customer_1', 'customer_1'],
])('the %s %s reads %s', (name, value, words) => {
  expect(auditFactsOf({ [name]: value }).map((fact) => fact.value)).toEqual([words]);
});
