import { beforeEach, expect, it } from 'vitest';
import { systemRandom } from '../../../platform/random.ts';
import type { Sqlite } from '../../../platform/sqlite.ts';
import { testDatabase } from '../../../platform/testing/test-folder.ts';
import { type AnnotatedRecord, openAnnotations } from './annotations.ts';
import { keepReference } from './keep-reference.ts';
import { annotationMigrations } from './migrations.ts';

let sqlite: Sqlite;
const ada: AnnotatedRecord = { kind: 'customer', id: 'customer_ada' };
const at = '2026-11-23T12:00:00.000Z';
const annotationsOf = () =>
  openAnnotations({
    sqlite,
    audit: { append: () => undefined },
    clock: { now: () => 0 },
    random: systemRandom,
    names: { ownName: () => null, giveOwnName: () => undefined },
    onChange: () => undefined,
  });

beforeEach(() => {
  sqlite = testDatabase(annotationMigrations);
});

it('a reference that is kept stands beside the record, and finds it', () => {
  const annotations = annotationsOf();
  annotations.setLabels(ada, ['VIP']);
  expect(keepReference(sqlite, ada, 'K-Ö17', at)).toBe(true);
  expect(annotations.get(ada)).toMatchObject({ reference: 'K-Ö17', labels: ['VIP'] });
  expect(annotations.found('customer', 'k-o17')).toEqual([ada.id]);
  expect(annotations.found('customer', 'vip')).toEqual([ada.id]);
  expect(annotations.at('2026-11-23T11:59:59.999Z').found('customer', 'k-o17')).toEqual([]);
  expect(annotations.get(ada, '2026-11-23T11:59:59.999Z').reference).toBeNull();
});

it('never takes the place of one that a person gave', () => {
  const annotations = annotationsOf();
  annotations.setReference(ada, 'Mine');
  expect(keepReference(sqlite, ada, 'Theirs', at)).toBe(false);
  expect(annotations.get(ada).reference).toBe('Mine');
  expect(annotations.found('customer', 'theirs')).toEqual([]);
  // Nor back, where a person took it away.
  annotations.setReference(ada, '');
  expect(keepReference(sqlite, ada, 'Theirs', at)).toBe(false);
  expect(annotations.get(ada).reference).toBeNull();
});
