/** What stands of labels and references, worked out from all that was said (migrations.ts does so as it is said). */
import type { Sqlite } from '../../../platform/sqlite.ts';

/** Since when a label stands without having been taken away meanwhile, in whatever case it was written. */
export const labelledSince = (version: string): string => {
  const versions = (what: string, where: string) =>
    `SELECT ${what}(written_at) FROM annotation_label_versions AS one WHERE one.kind = ${version}.kind
       AND one.id = ${version}.id AND one.folded = ${version}.folded AND ${where}`;
  const taken = `coalesce((${versions('max', "one.label = ''")}), '')`;
  return `(${versions('min', `one.label <> '' AND one.written_at >= ${taken}`)})`;
};

const tables = [
  ['label', 'kind, id, folded', labelledSince('latest')],
  ['reference', 'kind, id', 'written_at'],
] as const;

/** In the running transaction. @param ids of records, as a JSON list; null: of all */
export function standAgain(sqlite: Pick<Sqlite, 'run'>, ids: string | null): void {
  const [of, values] = ids === null ? ['1', []] : ['id IN (SELECT value FROM json_each(?))', [ids]];
  for (const [what, whose, since] of tables) {
    sqlite.run(`DELETE FROM annotation_${what}s WHERE ${of}`, values);
    sqlite.run(
      `INSERT INTO annotation_${what}s (kind, id, folded, ${what}, written_at)
         SELECT kind, id, folded, ${what}, ${since} FROM (
           SELECT *, row_number() OVER (
             PARTITION BY ${whose} ORDER BY written_at DESC, ${what} DESC) AS place
           FROM annotation_${what}_versions WHERE ${of}) AS latest
         WHERE place = 1 AND ${what} <> ''`,
      values,
    );
  }
}
