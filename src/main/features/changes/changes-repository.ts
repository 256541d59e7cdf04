/** Changes that were found, and what a person signed off of them, as rows. */
import { z } from 'zod';
import { type ChangeKind, changeKind, changeWeight } from '../../../bridge/changes.ts';
import { canonicalJson, sha256Hex } from '../../../platform/canonical-json.ts';
import { jsonText } from '../../../platform/json-column.ts';
import { readCount } from '../../../platform/read-count.ts';
import type { Sqlite } from '../../../platform/sqlite.ts';
import { isSameJson } from '../../core/records/field-changes.ts';
import { comparePositions, type Position } from '../../core/records/order.ts';
import { type Change, reportedValue } from './reported.ts';

export interface Resource {
  readonly kind: ChangeKind;
  readonly id: string;
}

export interface StoredChange extends Change {
  readonly changeId: string;
  readonly resource: Resource;
  readonly signOff: number | null;
}

const position = reportedValue.shape.position;
const changeRow = z
  .object({
    drift_id: z.string(),
    kind: changeKind,
    id: z.string(),
    path: z.string(),
    weight: changeWeight,
    was: jsonText,
    was_said: jsonText.pipe(reportedValue),
    is_now: jsonText,
    is_said: jsonText.pipe(reportedValue),
    sign_off: z.number().nullable(),
  })
  .transform(
    (row): StoredChange => ({
      changeId: row.drift_id,
      resource: { kind: row.kind, id: row.id },
      path: row.path,
      weight: row.weight,
      was: { value: row.was, said: row.was_said },
      is: { value: row.is_now, said: row.is_said },
      signOff: row.sign_off,
    }),
  );
const signOffRow = z.object({
  sequence: z.number(),
  at: z.string(),
  desk: z.string(),
  note: z.string(),
});
export type SignOff = Readonly<z.infer<typeof signOffRow>>;
const signableRow = z
  .object({
    sequence: z.number(),
    path: z.string(),
    was: jsonText,
    is_now: jsonText,
    from_position: jsonText.pipe(position),
    to_position: jsonText.pipe(position),
  })
  .transform((row): Signable & { readonly sequence: number } => ({
    sequence: row.sequence,
    path: row.path,
    was: row.was,
    is: row.is_now,
    from: row.from_position,
    to: row.to_position,
  }));
const sinceRow = z.object({ count: z.number(), since: z.string().nullable() });
const observed = "json_extract(is_said, '$.observedAt')";
const markRow = z.object({ kind: changeKind, id: z.string(), weight_order: z.number() });

const weights = changeWeight.options;

/** The same wherever the same was observed. */
const idOf = ({ kind, id }: Resource, { path, was, is }: Change): string =>
  sha256Hex(
    canonicalJson({
      kind,
      id,
      path,
      was: was.value,
      is: is.value,
      by: is.said.position.observationId,
    }),
  );

const signableOf = ({ path, was, is }: Change): Signable => ({
  path,
  was: was.value,
  is: is.value,
  from: was.said.position,
  to: is.said.position,
});

export type ChangesRepository = ReturnType<typeof createChangesRepository>;

/** Over a database that changesMigrations were applied to. Writes belong inside a transaction. */
export function createChangesRepository(sqlite: Sqlite) {
  const count = (condition: string): number =>
    readCount(sqlite, `SELECT count(*) AS count FROM drift_changes WHERE ${condition}`);

  function signOffsOf({ kind, id }: Resource) {
    return z
      .array(signableRow)
      .parse(
        sqlite.all(
          'SELECT * FROM drift_sign_offs WHERE kind = ? AND id = ? ORDER BY at DESC, note DESC',
          [kind, id],
        ),
      );
  }

  return {
    /** Adds what was found of a resource; what a person signed off before is signed off still. */
    add(resource: Resource, changes: readonly Change[]): void {
      if (changes.length === 0) return;
      const signOffs = signOffsOf(resource);
      for (const change of changes) {
        const signable = signableOf(change);
        const by = signOffs.find((signOff) => isCovered(signable, signOff));
        sqlite.run(
          `INSERT OR REPLACE INTO drift_changes (drift_id, kind, id, path, weight, weight_order,
             was, was_said, is_now, is_said, effective_at, sign_off)
           VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
          [
            idOf(resource, change),
            resource.kind,
            resource.id,
            change.path,
            change.weight,
            weights.indexOf(change.weight),
            canonicalJson(change.was.value),
            canonicalJson(change.was.said),
            canonicalJson(change.is.value),
            canonicalJson(change.is.said),
            change.is.said.position.effectiveAt,
            by?.sequence ?? null,
          ],
        );
      }
    },

    forget({ kind, id }: Resource): void {
      sqlite.run('DELETE FROM drift_changes WHERE kind = ? AND id = ?', [kind, id]);
    },

    forgetAll(): void {
      sqlite.run('DELETE FROM drift_changes');
    },

    /** An open change; null when there is none of this id, or when it is signed off. */
    open(changeId: string): StoredChange | null {
      const row = sqlite.first(
        'SELECT * FROM drift_changes WHERE drift_id = ? AND sign_off IS NULL',
        [changeId],
      );
      return row === undefined ? null : changeRow.parse(row);
    },

    signOff(
      { changeId, resource, ...change }: StoredChange,
      { at, desk, note }: Omit<SignOff, 'sequence'>,
    ): void {
      const { path, was, is, from, to } = signableOf(change);
      const row = sqlite.first(
        `INSERT INTO drift_sign_offs
           (kind, id, path, was, is_now, from_position, to_position, at, desk, note)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING sequence`,
        [
          resource.kind,
          resource.id,
          path,
          canonicalJson(was),
          canonicalJson(is),
          canonicalJson(from),
          canonicalJson(to),
          at,
          desk,
          note,
        ],
      );
      const { sequence } = z.object({ sequence: z.number() }).parse(row);
      sqlite.run('UPDATE drift_changes SET sign_off = ? WHERE drift_id = ?', [sequence, changeId]);
    },

    signOffOf(sequence: number): SignOff | null {
      const row = sqlite.first('SELECT * FROM drift_sign_offs WHERE sequence = ?', [sequence]);
      return row === undefined ? null : signOffRow.parse(row);
    },

    /** Open ones the gravest first, then the newest; signed off ones as they were signed off. */
    page(query: {
      readonly kind: ChangeKind | null;
      readonly id: string | null;
      readonly isOpen: boolean;
      readonly offset: number;
      readonly limit: number;
    }): { readonly rows: StoredChange[]; readonly total: number } {
      const { kind, id, isOpen, limit, offset } = query;
      const wanted = [
        isOpen ? 'sign_off IS NULL' : 'sign_off IS NOT NULL',
        ...(kind === null ? [] : ['kind = ?']),
        ...(id === null ? [] : ['id = ?']),
      ].join(' AND ');
      const parameters = [kind, id].filter((value) => value !== null);
      const order = isOpen
        ? 'weight_order, effective_at DESC, kind, id, path, drift_id'
        : 'sign_off DESC, drift_id';
      const rows = sqlite.all(
        `SELECT * FROM drift_changes WHERE ${wanted} ORDER BY ${order} LIMIT ? OFFSET ?`,
        [...parameters, limit, offset],
      );
      const total = readCount(
        sqlite,
        `SELECT count(*) AS count FROM drift_changes WHERE ${wanted}`,
        parameters,
      );
      return { rows: z.array(changeRow).parse(rows), total };
    },

    /**
     * Open ones as they were by a moment (null is now), the newest first. One that observations of later
     * times take back is not among them.
     */
    openBy(moment: string | null, limit: number) {
      const wanted =
        moment === null
          ? 'FROM drift_changes WHERE sign_off IS NULL'
          : `FROM drift_changes LEFT JOIN drift_sign_offs ON sequence = sign_off
             WHERE ${observed} <= ? AND (at IS NULL OR at > ?)`;
      const parameters = moment === null ? [] : [moment, moment];
      const rows = sqlite.all(
        `SELECT drift_changes.* ${wanted} ORDER BY ${observed} DESC, drift_id LIMIT ?`,
        [...parameters, limit],
      );
      const facts = sqlite.first(
        `SELECT count(*) AS count, min(${observed}) AS since ${wanted}`,
        parameters,
      );
      return { rows: z.array(changeRow).parse(rows), ...sinceRow.parse(facts) };
    },

    counts: () => ({
      open: count('sign_off IS NULL'),
      destinations: count('sign_off IS NULL AND weight_order = 0'),
    }),

    /** Resources with open changes, each with its gravest. */
    marks() {
      const rows = sqlite.all(
        `SELECT kind, id, min(weight_order) AS weight_order FROM drift_changes
         WHERE sign_off IS NULL GROUP BY kind, id ORDER BY kind, id`,
      );
      return z
        .array(markRow)
        .parse(rows)
        .map(({ kind, id, weight_order }) => ({
          kind,
          id,
          weight: weights[weight_order] ?? 'notable',
        }));
    },
  };
}

/** A change as far as signing off looks at it. */
interface Signable {
  readonly path: string;
  readonly was: unknown;
  readonly is: unknown;
  /** The last observation that told the old value, and the first that told the new one. */
  readonly from: Position;
  readonly to: Position;
}

function isCovered(change: Signable, by: Signable): boolean {
  return (
    change.path === by.path &&
    comparePositions(change.from, by.to) < 0 &&
    comparePositions(by.from, change.to) < 0 &&
    isSameJson(change.was, by.was) &&
    isSameJson(change.is, by.is)
  );
}
