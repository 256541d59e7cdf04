import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FieldChange } from '../../../bridge/timeline.ts';
import { type JsonObject, jsonObject } from '../../../contract/scalars.ts';
import { fieldChanges, isSameJson } from './field-changes.ts';

const bag = (value: unknown) => value as Record<string, unknown>;

/** Does to a body what the changes say. */
function applied(was: JsonObject, changes: readonly FieldChange[]): JsonObject {
  const body: JsonObject = JSON.parse(JSON.stringify(was));
  for (const { path, kind, is } of changes) {
    const keys = path
      .split('/')
      .slice(1)
      .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
    const last = keys.at(-1) ?? '';
    const holder = keys.slice(0, -1).reduce<unknown>((at, key) => bag(at)[key], body);
    if (kind === 'removed') delete bag(holder)[last];
    else {
      const options = { value: is, enumerable: true, configurable: true, writable: true };
      Object.defineProperty(holder, last, options);
    }
  }
  return body;
}

describe('what changed between two bodies', () => {
  it('is told field by field', () => {
    const was = {
      id: 'a',
      status: 'pending',
      fees: { total: '1', own: '2' },
      tags: [1, 2],
      x: null,
    };
    const is = { id: 'a', status: 'funded', fees: { total: '1', more: {} }, tags: [1], 'a/b~': 0 };
    expect(fieldChanges(was, is)).toEqual([
      { path: '/status', kind: 'changed', was: 'pending', is: 'funded' },
      { path: '/fees/more', kind: 'added', was: null, is: {} },
      { path: '/fees/own', kind: 'removed', was: '2', is: null },
      { path: '/tags', kind: 'changed', was: [1, 2], is: [1] },
      { path: '/a~1b~0', kind: 'added', was: null, is: 0 },
      { path: '/x', kind: 'removed', was: null, is: null },
    ]);
  });

  it('is an object as a whole where there was another kind of value', () => {
    expect(fieldChanges({ owner: 'a' }, { owner: { id: 'a' } })).toEqual([
      { path: '/owner', kind: 'changed', was: 'a', is: { id: 'a' } },
    ]);
  });

  it('is nothing for another order of keys', () => {
    expect(fieldChanges({ a: [{ b: 1, c: 2 }], d: 1 }, { d: 1, a: [{ c: 2, b: 1 }] })).toEqual([]);
  });

  // Few keys and values, so that bodies are often alike in part.
  const leaf = fc.constantFrom<unknown>(null, true, 0, 1, 'a', '', [], [1], [{ a: 1 }]);
  const body = fc.letrec<{ value: unknown; object: Record<string, unknown> }>((tie) => ({
    value: fc.oneof({ depthSize: 'small' }, leaf, tie('object')),
    object: fc.dictionary(fc.constantFrom('a', 'b', 'a/b', '~', '~1', '', '0'), tie('value'), {
      maxKeys: 4,
    }),
  })).object;

  it('leads from the one to the other, and names no field that is the same', () => {
    fc.assert(
      fc.property(body, body, (one, other) => {
        const was = jsonObject.parse(JSON.parse(JSON.stringify(one)));
        const is = jsonObject.parse(JSON.parse(JSON.stringify(other)));
        const changes = fieldChanges(was, is);
        expect(isSameJson(applied(was, changes), is)).toBe(true);
        expect(new Set(changes.map(({ path }) => path)).size).toBe(changes.length);
        for (const change of changes) {
          const without = changes.filter((each) => each !== change);
          expect(isSameJson(applied(was, without), is)).toBe(false);
        }
      }),
      { numRuns: 500, seed: 20261121 },
    );
  });

  it('is nothing between a body and itself', () => {
    fc.assert(
      fc.property(body, (one) => {
        const clean = jsonObject.parse(JSON.parse(JSON.stringify(one)));
        expect(fieldChanges(clean, clean)).toEqual([]);
      }),
      { seed: 20261121 },
    );
  });
});
