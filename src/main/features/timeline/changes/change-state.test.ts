import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonObject } from '../../../../contract/scalars.ts';
import { fold } from '../../../core/records/fold.ts';
import { changeStateOf } from './change-state.ts';

const pending = { id: 'customer_1', status: 'pending', address: { city: 'London' } };
const own = { observationId: 'own', body: pending };
const standing = (...later: readonly object[]) =>
  changeStateOf(
    pending,
    new Set(['own']),
    fold([
      own,
      ...later.map((body, at) => ({ observationId: `later${at}`, body: jsonObject.parse(body) })),
    ]),
  );

describe('the content of an event', () => {
  it('is shown while nothing says otherwise, even where something newer says the same', () => {
    expect(standing().standing).toBe('shown');
    expect(standing({ email: 'ada@example.com' }).standing).toBe('shown');
    expect(standing(pending).standing).toBe('shown');
  });

  it('is shown in part when something newer says one field otherwise', () => {
    expect(standing({ status: 'successful' })).toEqual({
      standing: 'partly',
      overruled: ['/status'],
      by: ['later0'],
    });
  });

  it('is superseded when no field stands on it any more', () => {
    expect(standing({ ...pending, status: 'successful' })).toEqual({
      standing: 'superseded',
      overruled: ['/status'],
      by: ['later0'],
    });
  });

  it('knows what replaced an object, and what a value became', () => {
    const replaced = standing({ address: 'London' });
    expect(replaced).toMatchObject({ overruled: ['/address/city'], by: ['later0'] });
    expect(standing({ status: { name: 'successful' } })).toMatchObject({
      overruled: ['/status'],
      by: ['later0'],
    });
    expect(standing({ status: null })).toMatchObject({ overruled: ['/status'], by: ['later0'] });
  });

  const leaf = fc.constantFrom<unknown>(null, 1, 'a', [], {}, { a: 1 }, { a: { b: 1 } });
  const body = fc
    .dictionary(fc.constantFrom('a', 'b', 'a/b', '~'), leaf, { minKeys: 1, maxKeys: 4 })
    .map((one) => jsonObject.parse(JSON.parse(JSON.stringify(one))));

  it('is always shown by a record that it was said to last', () => {
    fc.assert(
      fc.property(fc.array(body, { maxLength: 4 }), body, (before, last) => {
        const all = [...before, last].map((one, at) => ({ observationId: `${at}`, body: one }));
        const id = `${before.length}`;
        expect(changeStateOf(last, new Set([id]), fold(all)).standing).toBe('shown');
      }),
      { numRuns: 300, seed: 20261121 },
    );
  });

  it('is overruled by something that came after it, or not at all', () => {
    fc.assert(
      fc.property(body, fc.array(body, { maxLength: 4 }), (first, later) => {
        const all = [first, ...later].map((one, at) => ({ observationId: `${at}`, body: one }));
        const found = changeStateOf(first, new Set(['0']), fold(all));
        expect(found.standing === 'shown').toBe(found.overruled.length === 0);
        expect(found.by).not.toContain('0');
        if (found.overruled.length > 0) expect(found.by.length).toBeGreaterThan(0);
      }),
      { numRuns: 300, seed: 20261121 },
    );
  });
});
