import { expect, it } from 'vitest';
import { localMinute, localMonth, momentsOf, startOfDay, zonedMinute } from './period.ts';

const hour = 3_600_000;
const iso = (at: number) => new Date(at).toISOString();

it('tells the days of a zone as moments, over both changes of its clocks', () => {
  const year = { from: '2026-03-01', to: '2026-10-31', timeZone: 'Europe/Berlin' };
  expect(momentsOf(year)).toEqual({
    from: '2026-02-28T23:00:00.000Z',
    to: '2026-10-31T23:00:00.000Z',
  });
  const lengthOf = (day: string) => {
    const { from, to } = momentsOf({ from: day, to: day, timeZone: 'Europe/Berlin' });
    return (Date.parse(to) - Date.parse(from)) / hour;
  };
  expect(['2026-03-28', '2026-03-29', '2026-10-25'].map(lengthOf)).toEqual([24, 23, 25]);
});

it('begins a day whose midnight is skipped with its first moment, and a doubled one with the first', () => {
  // Beirut goes from 23:59:59 to 01:00; Havana from 00:59:59 back to 00:00.
  expect(iso(startOfDay('2026-03-29', 'Asia/Beirut'))).toBe('2026-03-28T22:00:00.000Z');
  expect(localMinute(iso(startOfDay('2026-03-29', 'Asia/Beirut')), 'Asia/Beirut')).toBe(
    '2026-03-29 01:00',
  );
  const doubled = startOfDay('2026-11-01', 'America/Havana');
  expect(localMinute(iso(doubled), 'America/Havana')).toBe('2026-11-01 00:00');
  expect(localMinute(iso(doubled - 1), 'America/Havana')).toBe('2026-10-31 23:59');
});

it('tells the two moments apart that clocks show alike', () => {
  const told = (zone: string, ...instants: string[]) =>
    instants.map((instant) => zonedMinute(instant, zone));
  const berlin = ['2026-10-24T23:59:59.000Z', '2026-10-25T00:30:00.000Z'];
  expect(
    told('Europe/Berlin', ...berlin, '2026-10-25T01:30:00.000Z', '2026-10-25T02:00:00.000Z'),
  ).toEqual([
    '2026-10-25 01:59',
    '2026-10-25 02:30 CEST',
    '2026-10-25 02:30 CET',
    '2026-10-25 03:00',
  ]);
  const island = ['2026-04-04T14:29:00.000Z', '2026-04-04T14:45:00.000Z'];
  expect(told('Australia/Lord_Howe', ...island, '2026-04-04T15:15:00.000Z')).toEqual([
    '2026-04-05 01:29',
    '2026-04-05 01:45 GMT+11',
    '2026-04-05 01:45 GMT+10:30',
  ]);
});

it('puts a moment into the month of its zone', () => {
  expect(localMonth('2026-10-31T23:30:00.000Z', 'Europe/Berlin')).toBe('2026-11');
  expect(localMonth('2026-10-31T23:30:00.000Z', 'UTC')).toBe('2026-10');
});

it('refuses an unknown zone and a period that ends before it begins', () => {
  const nowhere = { from: '2026-11-01', to: '2026-11-01', timeZone: 'Mars/Olympus' };
  expect(() => momentsOf(nowhere)).toThrow(expect.objectContaining({ code: 'INVALID' }));
  const backwards = { from: '2026-11-02', to: '2026-11-01', timeZone: 'UTC' };
  expect(() => momentsOf(backwards)).toThrow(expect.objectContaining({ code: 'INVALID' }));
});
