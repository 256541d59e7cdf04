import fc from 'fast-check';
import { expect, it } from 'vitest';
import { groupsOfFour } from './groups.ts';

it('the prefix of an address stands by itself, then come fours', () => {
  expect(groupsOfFour('0x52908400098527886E0F7030069857D2E4169EE7').join(' ')).toBe(
    '0x 5290 8400 0985 2788 6E0F 7030 0698 57D2 E416 9EE7',
  );
  expect(groupsOfFour('0x')).toEqual(['0x']);
  expect(groupsOfFour('0X5290')).toEqual(['0X52', '90']);
  expect(groupsOfFour('TJRabPrwbZy45sbavfcjinPJC18kjpRTv8')[0]).toBe('TJRa');
});

it('groups put together are the address, whatever it is', () => {
  const rest = fc.string({ unit: 'grapheme' });
  fc.assert(
    fc.property(
      fc.oneof(
        rest,
        rest.map((text) => `0x${text}`),
      ),
      (text) => {
        return groupsOfFour(text).join('') === text;
      },
    ),
  );
});
