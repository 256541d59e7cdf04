import { expect, it } from 'vitest';
import { nameOf } from './need-line.tsx';

const item = { id: 'ab'.repeat(16), at: '2026-11-20T12:00:00.000Z', name: null, what: [] };

it('a request that nothing names is shown by its shortened key', () => {
  expect(nameOf('unresolved', item)).toBe('ababab…abab');
  expect(nameOf('conflicting', item)).toBe('ababab…abab');
  expect(nameOf('unresolved', { ...item, name: 'Ada Byron' })).toBe('Ada Byron');
  expect(nameOf('payoutsFailed', item)).toBe(item.id);
});
