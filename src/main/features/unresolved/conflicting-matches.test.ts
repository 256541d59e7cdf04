import { expect, it } from 'vitest';
import type { Intent } from '../../core/intents/types.ts';
import { createUnresolved, type UnresolvedParts } from './unresolved.ts';

/**
 * So many requests that were said not to exist; something speaks against every third of them. `onCount`
 * comes between two pages, and may take some of them away.
 */
function settlingOf(many: number, onCount: (absent: Intent[]) => void = () => undefined) {
  const absent = Array.from(
    { length: many },
    (_, number) => ({ key: `${number}`, state: 'absent' }) as Intent,
  );
  const list: UnresolvedParts['intents']['list'] = ({ state, before, offset, limit }) => {
    const older = absent.filter(({ key }) => before == null || Number(key) > Number(before));
    return { rows: state === 'absent' ? older.slice(offset, offset + limit) : [], total: many };
  };
  const counts: UnresolvedParts['proposals']['counts'] = async (asked) => {
    onCount(absent);
    return new Map(asked.map(({ key }) => [key, Number(key) % 3 === 0 ? 2 : 0]));
  };
  const parts = { intents: { list }, proposals: { counts } };
  return createUnresolved(parts as unknown as UnresolvedParts);
}

it.each([0, 1, 199, 200, 201, 1_000])(
  'of %i requests that were said not to exist, all that are contradicted are counted',
  async (many) => {
    expect(await settlingOf(many).contradicted()).toHaveLength(Math.ceil(many / 3));
  },
);

it('skips none when requests of an earlier page are reopened meanwhile', async () => {
  const unresolved = settlingOf(1_000, (absent) => absent.splice(0, 100));
  expect(await unresolved.contradicted()).toHaveLength(334);
});
