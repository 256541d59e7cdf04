import fc from 'fast-check';
import { it } from 'vitest';
import { keyed } from './keyed.ts';

it('every item has a key of its own, however often a name comes', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('Required', '1 Required', '')), (names) => {
      const rows = keyed(names, (name) => name);
      const isWhole = rows.every(({ item }, index) => item === names[index]);
      return isWhole && new Set(rows.map(({ key }) => key)).size === names.length;
    }),
  );
});
