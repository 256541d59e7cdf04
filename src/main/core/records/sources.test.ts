import { beforeEach, expect, it } from 'vitest';
import type { Sqlite } from '../../../platform/sqlite.ts';
import { explained } from '../../../platform/testing/explained.ts';
import { testDatabase } from '../../../platform/testing/test-folder.ts';
import { recordsMigrations } from './migrations.ts';
import { openRecords } from './records.ts';
import { createSources } from './sources.ts';
import type { NewObservation, Observation } from './types.ts';

let sqlite: Sqlite;
beforeEach(() => {
  sqlite = testDatabase(recordsMigrations);
});

const customer = { kind: 'customer', id: 'customer_1' } as const;
const minute = (count: number) => Date.UTC(2026, 10, 20, 12, count);
const iso = (ms: number) => new Date(ms).toISOString();

function observe(event: number, more: Partial<NewObservation> = {}): string {
  const { observationId } = openRecords({ sqlite }).observe({
    ...customer,
    body: { id: customer.id, step: event },
    source: 'delivery',
    observedAt: iso(minute(59)),
    eventId: `event_${event}`,
    eventCreated: iso(minute(event)),
    ...more,
  });
  return observationId;
}

it('finds what an event taught, by when it can have been so', () => {
  observe(1);
  const delivered = observe(2);
  const read = observe(2, { source: 'event-look-up' });
  observe(2, { source: 'webhook-record', body: { id: customer.id } });
  const told = createSources(sqlite);
  const ids = (moments: number[]) =>
    told.byEvent(customer, 'event_2', moments).map(({ observationId }) => observationId);
  expect(ids([minute(0), minute(2)])).toEqual([delivered, read]);
  expect(ids([minute(1)])).toEqual([]);
  expect(told.byEvent({ ...customer, id: 'customer_2' }, 'event_2', [minute(2)])).toEqual([]);
});

it('finds the one before, over what the same event told and what was entered', () => {
  const told = createSources(sqlite);
  const before = (id: string) =>
    told.before(told.find(customer, id) as Observation)?.observationId ?? null;
  const third = observe(3);
  const first = observe(1);
  const read = observe(3, { source: 'event-look-up' });
  observe(2, { source: 'entered', eventId: null, observedAt: iso(minute(2)) });
  expect(before(first)).toBeNull();
  expect(before(third)).toBe(first);
  expect(before(read)).toBe(first);
  const second = observe(2, { source: 'read', eventId: null });
  expect(before(third)).toBe(second);
  expect(told.find(customer, 'nowhere')).toBeNull();
  const entered = observe(4, { source: 'entered', eventId: null });
  for (const id of [entered, third]) expect(told.find(customer, id)?.observationId).toBe(id);
  expect(told.find({ ...customer, id: 'customer_2' }, entered)).toBeNull();
});

it('reads them by an index, however much is known of the resource', () => {
  const id = observe(1);
  const { plans, ...asked } = explained(sqlite);
  const told = createSources({ ...sqlite, ...asked });
  told.byEvent(customer, 'event_1', [minute(1)]);
  told.before(told.find(customer, id) as Observation);
  const text = plans.flat().join('\n');
  expect(text).toMatch(
    /observations_in_order \(kind=\? AND id=\? AND is_entered=\? AND effective_at=\?\)/,
  );
  expect(text).toMatch(
    /observations_in_order \(kind=\? AND id=\? AND is_entered=\? AND .*effective_at.*<.*\)/,
  );
  expect(text).not.toMatch(/SCAN observations|TEMP B-TREE/);
});
