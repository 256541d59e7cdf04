import { expect, it } from 'vitest';
import { daysOf, firstPeriod, formatMonth, monthsBefore, wrongDays } from './period-of.ts';

const now = new Date(2026, 10, 20, 12).getTime();
const values = firstPeriod(now);

it('begins with this month, whole', () => {
  expect(daysOf(values)).toEqual({ from: '2026-11-01', to: '2026-11-30' });
  expect(daysOf({ ...values, month: '2024-02' })).toEqual({ from: '2024-02-01', to: '2024-02-29' });
  expect(monthsBefore(new Date(2026, 0, 31).getTime(), 3)).toEqual([
    '2026-01',
    '2025-12',
    '2025-11',
  ]);
  expect(formatMonth('2026-11')).toBe('November 2026');
});

it('takes a day, and a range whose end is not before its beginning', () => {
  const day = { ...values, kind: 'day', day: ' 2026-11-20 ' } as const;
  expect(daysOf(day)).toEqual({ from: '2026-11-20', to: '2026-11-20' });
  const range = { ...values, kind: 'range', from: '2026-11-20', to: '2026-11-02' } as const;
  expect(daysOf(range)).toBeNull();
  expect([...wrongDays(range)]).toEqual(['to']);
  expect(daysOf({ ...range, to: '2026-12-01' })).toEqual({ from: '2026-11-20', to: '2026-12-01' });
});

it.each(['2026-02-30', '2026-13-01', '20.11.2026', ''])('takes no day for %j', (day) => {
  expect(daysOf({ ...values, kind: 'day', day })).toBeNull();
  expect([...wrongDays({ ...values, kind: 'day', day })]).toEqual(['day']);
});
