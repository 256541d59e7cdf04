import { expect, it } from 'vitest';
import { formatState } from '../../format/words.ts';
import { titleOf, toneOf } from './other-parts.tsx';

const id = 'wallet_6x3k9p2m7q4r8t1v';

it('names a record by what people call it, else by the end of its address, else of its ID', () => {
  const address = '0x52908400098527886E0F7030069857D2E4169EE7';
  expect(titleOf({ id, nickname: 'Desk', name: null, address })).toBe('Desk');
  expect(titleOf({ id, nickname: null, name: 'Shop', address: null })).toBe('Shop');
  expect(titleOf({ id, nickname: null, name: null, address })).toContain('9EE7');
  expect(titleOf({ id, nickname: null, name: null, address: null })).toContain('8t1v');
});

it('says states in words, and leaves those that it does not know as they came, in grey', () => {
  expect([formatState('created'), toneOf('created')]).toEqual(['Created', 'green']);
  expect([formatState('deleted'), toneOf('deleted')]).toEqual(['Deleted', 'grey']);
  expect([formatState('risk.flagged'), toneOf('risk.flagged')]).toEqual(['risk.flagged', 'grey']);
  expect(toneOf('constructor')).toBe('grey');
});
