import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chosenOf, isChosen, nameTree, withFamily, withName } from './name-tree.ts';

const names = [
  { name: 'payout.create', count: 5 },
  { name: 'payout.funded', count: 4 },
  { name: 'customer.kyc.pending', count: 2 },
  { name: 'customer.create', count: 3 },
  { name: 'strange', count: 20 },
];
const tree = nameTree(names);
const family = (name: string) => {
  const found = tree.find((node) => node.family === name);
  if (found === undefined) throw new Error(name);
  return found;
};

describe('event names as a tree', () => {
  it('families come by how often they occur, with all that they hold', () => {
    expect(tree.map(({ family: name, count }) => [name, count])).toEqual([
      ['strange', 20],
      ['payout', 9],
      ['customer', 5],
    ]);
  });

  it('a search keeps what fits', () => {
    expect(nameTree(names, 'KYC').map(({ names: kept }) => kept.map(({ name }) => name))).toEqual([
      ['customer.kyc.pending'],
    ]);
  });

  it('a whole family stands as its beginning, so that new names of it belong to it', () => {
    const chosen = withFamily([], family('payout'), true);
    expect(chosen).toEqual(['payout.']);
    expect(isChosen(chosen, 'payout.of.tomorrow')).toBe(true);
    expect(isChosen(chosen, 'payouts.create')).toBe(false);
  });

  it('a name without a dot is a family of itself alone', () => {
    expect(withFamily([], family('strange'), true)).toEqual(['strange']);
  });

  it('without one name of a whole family the others stay', () => {
    const chosen = withName(['payout.', 'strange'], family('payout'), 'payout.create', false);
    expect(chosen).toEqual(['strange', 'payout.funded']);
    expect(chosenOf(chosen, family('payout'))).toBe('some');
  });

  it('the last name that was missing makes the family whole', () => {
    expect(withName(['payout.funded'], family('payout'), 'payout.create', true)).toEqual([
      'payout.',
    ]);
  });

  it('whatever was pressed before, pressing a name switches that name alone', () => {
    const all = names.map(({ name }) => name);
    const presses = fc.array(fc.tuple(fc.constantFrom(...all), fc.boolean()), { maxLength: 20 });
    fc.assert(
      fc.property(presses, (pressed) => {
        let chosen: string[] = [];
        const expected = new Set<string>();
        for (const [name, isWanted] of pressed) {
          chosen = withName(chosen, family(name.split('.')[0] ?? ''), name, isWanted);
          if (isWanted) expected.add(name);
          else expected.delete(name);
        }
        expect(all.filter((name) => isChosen(chosen, name))).toEqual(
          all.filter((name) => expected.has(name)),
        );
      }),
    );
  });
});
