import { expect, it } from 'vitest';
import { usualLimits } from '../../../bridge/need-kinds.ts';
import { settingsPaths } from '../settings/paths.ts';
import { unresolvedPaths } from '../unresolved/paths.ts';
import { virtualAccountPaths } from '../virtual-accounts/paths.ts';
import { nameOf } from './need-line.tsx';
import { placeOf, placeOfItem } from './places.ts';

const item = { id: 'ab'.repeat(16), at: '2026-11-20T12:00:00.000Z', name: null, what: [] };

it('a request that nothing names is shown by its shortened key', () => {
  expect(nameOf('unresolved', item)).toBe('ababab…abab');
  expect(nameOf('conflicting', item)).toBe('ababab…abab');
  expect(nameOf('unresolved', { ...item, name: 'Ada Byron' })).toBe('Ada Byron');
  expect(nameOf('payoutsFailed', item)).toBe(item.id);
});

it('requests of other computers lead to where they are resolved, also where there are several', () => {
  const team = (...whats: string[]) =>
    placeOf(
      {
        kind: 'team',
        count: whats.length,
        items: whats.map((what) => ({ ...item, id: what, what: [what] })),
      },
      usualLimits,
    );
  expect(team('team-claims', 'team-claims', 'team-different')).toBe(unresolvedPaths.root);
  expect(team('team-claims', 'team-asks')).toBe(settingsPaths.section('team'));
  expect(team('team-claims')).toBe(unresolvedPaths.root);
});

it('of two requests that were sent twice each leads to what it created, or to itself', () => {
  const [own, other] = [
    { ...item, what: ['createVirtualAccount', 'sent-here', 'virtualAccount_1'] },
    { ...item, id: 'cd'.repeat(16), what: ['createVirtualAccount', 'sent-elsewhere'] },
  ] as const;
  const places = [own, other].map((one) =>
    placeOfItem('sentTwice', { ...one, what: [...one.what] }, usualLimits),
  );
  expect(places).toEqual([
    virtualAccountPaths.one('virtualAccount_1'),
    unresolvedPaths.request(other.id, 'unknown'),
  ]);
  const need = { kind: 'sentTwice' as const, count: 2, items: [{ ...own, what: [...own.what] }] };
  expect(placeOf(need, usualLimits)).toBe(places[0]);
});
