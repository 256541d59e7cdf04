import { beforeEach, describe, expect, it } from 'vitest';
import type { Sqlite } from '../../../platform/sqlite.ts';
import { testDatabase } from '../../../platform/testing/test-folder.ts';
import { createIntentsRepository } from './intents-repository.ts';
import { intentsMigrations } from './migrations.ts';
import { openResolutions, type Resolutions } from './resolutions.ts';

let sqlite: Sqlite;
let resolutionLog: Resolutions;
let now: number;
beforeEach(() => {
  sqlite = testDatabase(intentsMigrations);
  now = Date.parse('2026-11-21T12:00:00.000Z');
  resolutionLog = openResolutions({
    sqlite,
    clock: { now: () => now++ } as never,
    by: () => 'grace',
  });
});

const intent = (key: string, state: string, more: { id?: string; repeats?: string } = {}) =>
  sqlite.run(
    `INSERT INTO intents (key, operation, state, input, fingerprint, journalled_at, sentence, messages, resource_id, repeats)
     VALUES (?, 'createCustomer', ?, '{}', 'f', '2026-11-20T12:00:00.000Z', '', '[]', ?, ?)`,
    [key, state, more.id ?? null, more.repeats ?? null],
  );
const exists = (intentKey: string, resourceId: string) =>
  resolutionLog.append({ intentKey, verdict: 'exists', resourceId, how: 'id' });
const word = (intentKey: string, verdict: 'absent' | 'unknown') =>
  resolutionLog.append({ intentKey, verdict, resourceId: null, how: 'word' });

const repository = () => createIntentsRepository(sqlite);
const keysIn = (state: Parameters<ReturnType<typeof repository>['page']>[0]['state']) =>
  repository()
    .page({ state: state ?? null, offset: 0, limit: 10 })
    .rows.map(({ key }) => key);

describe('what a person says of an unknown outcome', () => {
  it('stands over the journal, and the journal stays as it was', () => {
    intent('a', 'unknown');
    exists('a', 'customer_a');
    expect(repository().get('a')).toMatchObject({ state: 'exists', resourceId: 'customer_a' });
    expect(sqlite.first("SELECT state, resource_id FROM intents WHERE key = 'a'")).toEqual({
      state: 'unknown',
      resource_id: null,
    });
  });

  it('is never said twice at the same time, also by a clock that was set back', () => {
    intent('a', 'unknown');
    const first = exists('a', 'customer_a');
    now -= 1;
    expect(exists('a', 'customer_a').at > first.at).toBe(true);
    now -= 60_000;
    expect(word('a', 'unknown').at > first.at).toBe(true);
    const times = resolutionLog.of('a').map(({ at }) => at);
    expect(times).toEqual([...new Set(times)].toSorted().toReversed());
  });

  it('can be taken back and said anew, and nothing of that is lost', () => {
    intent('a', 'unknown');
    exists('a', 'customer_a');
    word('a', 'unknown');
    expect(repository().get('a')).toMatchObject({ state: 'unknown', resourceId: null });
    word('a', 'absent');
    expect(repository().get('a')?.state).toBe('absent');
    expect(resolutionLog.of('a')).toMatchObject([
      { verdict: 'absent', by: 'grace', at: '2026-11-21T12:00:00.002Z' },
      { verdict: 'unknown' },
      { verdict: 'exists', resourceId: 'customer_a', how: 'id' },
    ]);
    expect(() => sqlite.exec("UPDATE settlements SET settled_by = 'x'")).toThrow(/never changes/);
    expect(() => sqlite.exec('DELETE FROM settlements')).toThrow(/never deleted/);
  });

  it('moves the intent from list to list', () => {
    for (const key of ['a', 'b', 'c']) intent(key, 'unknown');
    intent('d', 'created', { id: 'customer_d' });
    exists('a', 'customer_a');
    word('b', 'absent');
    expect(keysIn('unknown')).toEqual(['c']);
    expect(keysIn('exists')).toEqual(['a']);
    expect(keysIn('absent')).toEqual(['b']);
    expect(keysIn('created')).toEqual(['d']);
    expect(repository().page({ state: 'unknown', offset: 0, limit: 1 }).total).toBe(1);
  });

  it('is said of an earlier moment as it was by then', () => {
    for (const key of ['a', 'b', 'c']) intent(key, 'unknown');
    intent('d', 'created', { id: 'customer_d' });
    const times = [Date.parse('2026-11-19T00:00:00.000Z'), now];
    exists('a', 'customer_a');
    times.push(now);
    word('b', 'absent');
    word('a', 'unknown');
    times.push(now);
    const unknownBy = times.map((time) => {
      const unknownAt = new Date(time - 1).toISOString();
      const { rows, total } = repository().page({ unknownAt, offset: 0, limit: 10 });
      expect(total).toBe(rows.length);
      return rows.map(({ key }) => key).join('');
    });
    expect(unknownBy).toEqual(['', 'cba', 'cb', 'ca']);
  });

  it('counts as alike unless it does not exist', () => {
    for (const key of ['a', 'b', 'c']) intent(key, 'unknown');
    exists('a', 'customer_a');
    word('b', 'absent');
    const alike = repository().alike('createCustomer', 'f');
    expect(alike.map(({ key }) => key)).toEqual(['c', 'a']);
  });

  it.each(['journalled', 'created', 'refused', 'not-sent'])(
    'is not asked of one that is %s',
    (state) => {
      intent('a', state);
      expect(() => word('a', 'absent')).toThrow(/only an unknown outcome/);
    },
  );
});

it('knows whose a resource is: of the one that created it, or was settled to have', () => {
  intent('a', 'unknown');
  intent('b', 'created', { id: 'customer_b' });
  exists('a', 'customer_a');
  expect(resolutionLog.claimantOf('customer_a')).toBe('a');
  expect(resolutionLog.claimantOf('customer_b')).toBe('b');
  word('a', 'unknown');
  expect(resolutionLog.claimantOf('customer_a')).toBeNull();
});

it('names those that send one again', () => {
  intent('a', 'unknown');
  intent('b', 'refused', { repeats: 'a' });
  intent('c', 'created', { repeats: 'a', id: 'customer_c' });
  expect(resolutionLog.repeatsOf('a')).toEqual(['b', 'c']);
  expect(repository().get('c')?.repeats).toBe('a');
});
