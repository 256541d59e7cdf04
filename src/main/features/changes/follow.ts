/**
 * Goes through the observations by their arrival and keeps what changed between them. It stands apart
 * from observing, so that no write of the money path waits for it; where it stopped is kept in the
 * same transaction as what it found. What arrives out of order makes one resource be gone through
 * again, so that any order of arrival finds the same.
 */
import { z } from 'zod';
import { changeKind } from '../../../bridge/changes.ts';
import { observationSource } from '../../../bridge/source.ts';
import { canonicalJson } from '../../../platform/canonical-json.ts';
import { jsonObjectText, jsonText } from '../../../platform/json-column.ts';
import type { Sqlite } from '../../../platform/sqlite.ts';
import { lastArrival } from '../../core/records/last-arrival.ts';
import { comparePositions } from '../../core/records/order.ts';
import type { ChangesRepository, Resource } from './changes-repository.ts';
import {
  addReported,
  type Change,
  nothingReported,
  type ReportedValues,
  reportedValue,
  reportedValues,
  type SameMeaning,
  type Telling,
} from './reported.ts';
import { watchedKinds, watchedLeaves } from './watched.ts';

/** Raised whenever what is looked after changes: everything is gone through again. */
const DERIVATION = 1;
/** Arrivals of one step: main is kept busy for a few milliseconds. */
const STEP = 200;

const columns =
  'kind, id, body, source, observed_at, happened_at, event_id, effective_at, rank, body_sha256, observation_id';
const inOrder = 'effective_at, rank, body_sha256, observation_id';
const tellingRow = z
  .object({
    kind: changeKind,
    id: z.string(),
    body: jsonObjectText,
    source: observationSource,
    observed_at: z.string(),
    happened_at: z.string().nullable(),
    event_id: z.string().nullable(),
    effective_at: z.number(),
    rank: z.number(),
    body_sha256: z.string(),
    observation_id: z.string(),
  })
  .transform((row): Telling & { readonly id: string } => ({
    kind: row.kind,
    id: row.id,
    body: row.body,
    said: {
      source: row.source,
      observedAt: row.observed_at,
      happenedAt: row.happened_at,
      eventId: row.event_id,
      position: {
        effectiveAt: row.effective_at,
        rank: row.rank,
        bodySha256: row.body_sha256,
        observationId: row.observation_id,
      },
    },
  }));
const tellings = z.array(tellingRow);
const cursorRow = z.object({ arrival: z.number(), derivation: z.number() });
const bodyRow = z.object({ body: jsonObjectText });
const toldRow = z.object({
  position: jsonText.pipe(reportedValue.shape.position),
  told: jsonText.pipe(reportedValues),
});
const kinds = JSON.stringify(watchedKinds);

export interface FollowedObservations {
  /** One step. `isBehind` while there are more; `hasFound` where flags came or went. */
  step(): { readonly isBehind: boolean; readonly hasFound: boolean };
  /** Throws everything derived away; the next steps find it again. */
  forget(): void;
}

/** Over a database that recordsMigrations and changesMigrations were applied to. */
export function followObservations(
  sqlite: Sqlite,
  changes: ChangesRepository,
  isSameMeaning: SameMeaning,
): FollowedObservations {
  function cursor(): number {
    const row = sqlite.first('SELECT arrival, derivation FROM drift_cursor');
    if (row === undefined) return 0;
    const { arrival, derivation } = cursorRow.parse(row);
    if (derivation === DERIVATION) return arrival;
    forget();
    return 0;
  }

  function forget(): void {
    sqlite.derive(() => {
      sqlite.run('DELETE FROM drift_cursor');
      sqlite.run('DELETE FROM drift_told');
      changes.forgetAll();
    });
  }

  function stored({ kind, id }: Resource): z.infer<typeof toldRow> | null {
    const row = sqlite.first('SELECT position, told FROM drift_told WHERE kind = ? AND id = ?', [
      kind,
      id,
    ]);
    return row === undefined ? null : toldRow.parse(row);
  }

  /** Adds observations, in their order, to what was told before them. */
  function goOn(resource: Resource, before: ReportedValues, next: readonly Telling[]): boolean {
    const last = next.at(-1);
    if (last === undefined) return false;
    const found: Change[] = [];
    let now = before;
    for (const telling of next) {
      const step = addReported(now, telling, isSameMeaning);
      found.push(...step.changes);
      now = step.told;
    }
    changes.add(resource, found);
    sqlite.run('INSERT OR REPLACE INTO drift_told (kind, id, position, told) VALUES (?, ?, ?, ?)', [
      resource.kind,
      resource.id,
      canonicalJson(last.said.position),
      canonicalJson(now),
    ]);
    return found.length > 0;
  }

  /** Something came before what was gone through already. */
  function again(resource: Resource, upTo: number): boolean {
    changes.forget(resource);
    const all = sqlite.all(
      `SELECT ${columns} FROM observations
       WHERE kind = ? AND id = ? AND is_entered = 0 AND arrival <= ? ORDER BY ${inOrder}`,
      [resource.kind, resource.id, upTo],
    );
    goOn(resource, nothingReported, tellings.parse(all));
    return true;
  }

  function follow(
    resource: Resource,
    added: readonly (Telling & Resource)[],
    upTo: number,
  ): boolean {
    const before = stored(resource);
    const [first] = added;
    if (first === undefined) return false;
    const isLate = before !== null && comparePositions(first.said.position, before.position) <= 0;
    if (!isLate) return goOn(resource, before?.told ?? nothingReported, added);
    const areLate = added.every(({ said }) => comparePositions(said.position, before.position) < 0);
    return areLate && added.every(saysAsOthers) ? false : again(resource, upTo);
  }

  /**
   * Whether the observations before and after it in the order tell just the same: then nothing changed there, with
   * it or without it, and what may be very many need not be gone through again.
   */
  function saysAsOthers({ id, kind, body, said: { position } }: Telling & Resource): boolean {
    const told = canonicalJson(watchedLeaves(kind, body));
    const { effectiveAt, rank, bodySha256, observationId } = position;
    return (['<', '>'] as const).every((side) => {
      const order = side === '<' ? 'DESC' : 'ASC';
      const row = sqlite.first(
        `SELECT body FROM observations WHERE kind = ? AND id = ? AND is_entered = 0
           AND (${inOrder}) ${side} (?, ?, ?, ?)
         ORDER BY ${inOrder.replaceAll(',', ` ${order},`)} ${order} LIMIT 1`,
        [kind, id, effectiveAt, rank, bodySha256, observationId],
      );
      return (
        row !== undefined && canonicalJson(watchedLeaves(kind, bodyRow.parse(row).body)) === told
      );
    });
  }

  return {
    forget,
    step() {
      const from = cursor();
      const newest = lastArrival(sqlite);
      if (newest <= from) return { isBehind: false, hasFound: false };
      const upTo = Math.min(newest, from + STEP);
      return sqlite.derive(() => {
        const rows = tellings.parse(
          sqlite.all(
            `SELECT ${columns} FROM observations
             WHERE arrival > ? AND arrival <= ? AND is_entered = 0
               AND +kind IN (SELECT value FROM json_each(?)) ORDER BY kind, id, ${inOrder}`,
            [from, upTo, kinds],
          ),
        );
        const byResource = Map.groupBy(rows, ({ kind, id }) => `${kind} ${id}`);
        let hasFound = false;
        for (const added of byResource.values()) {
          const [first] = added;
          if (first !== undefined) hasFound = follow(first, added, upTo) || hasFound;
        }
        sqlite.run(
          'INSERT OR REPLACE INTO drift_cursor (only, arrival, derivation) VALUES (1, ?, ?)',
          [upTo, DERIVATION],
        );
        return { isBehind: upTo < newest, hasFound };
      });
    },
  };
}
