/** What is known by now that rows of a run would be a second of. */
import { z } from 'zod';
import { writeOf } from '../../../../contract/writes.ts';
import type { Sqlite } from '../../../../platform/sqlite.ts';
import {
  customerFingerprint,
  virtualAccountFingerprint,
} from '../../../core/creates/fingerprints.ts';
import {
  contentOf,
  intentsOfContent,
  similarIntents,
} from '../../../core/intents/similar-intents.ts';
import { createLookups } from '../../../core/records/lookups.ts';
import type { RunsRepository } from './runs-repository.ts';
import type { KnownUntil, Sameness, StoredRun, WaitingRow } from './stored-rows.ts';

/**
 * Those of the rows that stored requests or records have already, from whatever source: a form, a delivery, an import.
 * Asked in the very step that sends them, with nothing awaited in between. A row that a person included as a second one
 * is compared only with what came after that person looked.
 */
export type KnownSince = (run: StoredRun, rows: readonly WaitingRow[]) => WaitingRow[];

/** Key of an intent or id of what exists; the other is null where it is not known. */
interface Found {
  readonly sameness: Sameness;
  readonly key: string | null;
  readonly resourceId: string | null;
}

export const samenessOf = ({ fingerprint, input }: WaitingRow): Sameness => ({
  fingerprint,
  content: fingerprint === null ? contentOf(input) : null,
});
const nameOf = ({ fingerprint, content }: Sameness): string =>
  fingerprint === null ? `content ${content}` : `fingerprint ${fingerprint.normalize('NFC')}`;

export function createKnownSince(
  sqlite: Sqlite,
  repository: Pick<RunsRepository, 'secondsLike' | 'rowsLike'>,
): KnownSince {
  const lookups = createLookups(sqlite);

  function inRecords(kind: StoredRun['kind'], rows: readonly WaitingRow[]): Found[] {
    const found = (id: string, fingerprint: string | null): Found[] =>
      fingerprint === null
        ? []
        : [{ sameness: { fingerprint, content: null }, key: null, resourceId: id }];
    if (kind === 'customer') {
      const emails = rows.flatMap(({ fingerprint }) => fingerprint ?? []);
      return lookups
        .customersByEmail(emails)
        .flatMap(({ id, email }) => found(id, customerFingerprint({ email })));
    }
    const places = rows.flatMap(({ input: { customerId, walletAddress } }) =>
      typeof customerId === 'string' && typeof walletAddress === 'string'
        ? [{ customerId, walletAddress }]
        : [],
    );
    return lookups
      .accountsAt(places)
      .flatMap((account) => found(account.id, virtualAccountFingerprint(account)));
  }

  /** What a person included in this run stands in the way of none of its rows: both were wanted. */
  const isOwnSecond = ({ number }: StoredRun, found: Found): boolean =>
    isOneOf(repository.secondsLike(number, found.sameness), found);

  /** Part of `found` that came after somebody looked at the run’s rows, and that no row of the run made. */
  function later(run: StoredRun, found: readonly Found[]): Found[] {
    const { knownUntil } = run;
    if (knownUntil === null || found.length === 0) return [];
    const names = JSON.stringify(found.flatMap(({ key, resourceId }) => key ?? resourceId ?? []));
    const late = new Set(
      sqlite.texts(lateSql, [knownUntil.intents, names, run.kind, names, knownUntil.arrival]),
    );
    const before = found.filter(({ key }) => key !== null && !late.has(key));
    return found
      .filter(({ key, resourceId }) => late.has(key ?? resourceId ?? ''))
      .filter(({ key, resourceId }) => key !== null || !isOneOf(before, { key, resourceId }))
      .filter((one) => !isOneOf(repository.rowsLike(run.number, one.sameness), one));
  }

  /** Intents that stand for one of the rows. */
  function intentsLike({ kind }: StoredRun, rows: readonly WaitingRow[]): Found[] {
    const operation = writeOf(kind);
    const fingerprints = rows.flatMap(({ fingerprint }) => fingerprint ?? []);
    const contents = rows.flatMap((row) => samenessOf(row).content ?? []);
    return [
      ...similarIntents(sqlite, operation, fingerprints).map(({ fingerprint, ...intent }) => ({
        ...intent,
        sameness: { fingerprint, content: null },
      })),
      ...(contents.length === 0 ? [] : intentsOfContent(sqlite, operation, contents)).map(
        ({ content, ...intent }) => ({ ...intent, sameness: { fingerprint: null, content } }),
      ),
    ];
  }

  /** Rows that are like something in `found`. */
  function alike(rows: readonly WaitingRow[], found: readonly Found[]) {
    const wanted = new Map(rows.map((row) => [row, nameOf(samenessOf(row))]));
    const names = new Set(wanted.values());
    const known = new Set(
      found
        .filter(({ sameness }) => names.has(nameOf(sameness)))
        .map(({ sameness }) => nameOf(sameness)),
    );
    return rows.filter((row) => known.has(wanted.get(row) ?? ''));
  }

  const find = (run: StoredRun, rows: readonly WaitingRow[]): Found[] =>
    rows.length === 0 ? [] : [...intentsLike(run, rows), ...inRecords(run.kind, rows)];

  return (run, rows) => {
    const asked = rows.filter(({ isSecond }) => !isSecond);
    const seconds = rows.filter(({ isSecond }) => isSecond);
    const stands = find(run, asked).filter((one) => !isOwnSecond(run, one));
    return [...alike(asked, stands), ...alike(seconds, later(run, find(run, seconds)))];
  };
}

const isOneOf = (
  some: readonly Pick<Found, 'key' | 'resourceId'>[],
  { key, resourceId }: Pick<Found, 'key' | 'resourceId'>,
): boolean =>
  some.some(
    (one) =>
      (one.key !== null && one.key === key) ||
      (one.resourceId !== null && one.resourceId === resourceId),
  );

const lateSql = `SELECT key FROM intents WHERE sequence > ? AND key IN (SELECT value FROM json_each(?))
  UNION SELECT id FROM records WHERE kind = ? AND id IN (SELECT value FROM json_each(?))
    AND NOT EXISTS (SELECT 1 FROM observations
      WHERE kind = records.kind AND id = records.id AND +arrival <= ?)`;

/** Numbers of the last intent and the last observation now. */
export const knownNow = (sqlite: Pick<Sqlite, 'first'>): KnownUntil =>
  untilRow.parse(
    sqlite.first(`SELECT (SELECT coalesce(max(sequence), 0) FROM intents) AS intents,
      (SELECT coalesce(max(arrival), 0) FROM observations) AS arrival`),
  );
const untilRow = z.object({ intents: z.number(), arrival: z.number() });
