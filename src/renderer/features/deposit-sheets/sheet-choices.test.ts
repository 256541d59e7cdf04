import { expect, it } from 'vitest';
import { firstView } from '../virtual-accounts/list-view.ts';
import { sheetChoices } from './choosing.tsx';

const view = { ...firstView, currency: 'USDC' };

it('all that pass the filter, and before them those that were chosen', () => {
  const anyTime = { madeFrom: null, madeTo: null };
  const filter = {
    search: '',
    customerId: null,
    currency: 'USDC',
    network: null,
    label: null,
    ...anyTime,
  };
  const all = { selection: { filter }, label: 'All 1,200 in the list' };
  expect(sheetChoices(new Set(), view, 1200)).toEqual([all]);
  expect(sheetChoices(new Set(['virtualAccount_1']), view, 1200)).toEqual([
    { selection: { ids: ['virtualAccount_1'] }, label: 'The 1 selected in the list' },
    all,
  ]);
});
