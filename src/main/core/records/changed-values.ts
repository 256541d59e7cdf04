/** Which records show other values after something came. */
import { z } from 'zod';
import { counted } from '../../../bridge/words.ts';
import { sha256Hex } from '../../../platform/canonical-json.ts';
import { jsonObjectText } from '../../../platform/json-column.ts';
import type { Sqlite } from '../../../platform/sqlite.ts';
import { kindInWords } from './shown-words.ts';

export interface ChangedValues {
  readonly count: number;
  /** The first of them, those by which money goes first: `virtual account va_1 (another destination)`. */
  readonly names: readonly string[];
}
export const noChangedValues: ChangedValues = { count: 0, names: [] };

interface Resource {
  readonly kind: string;
  readonly id: string;
}

/** Records that are named one by one. */
const maxNames = 20;

const recordRow = z.object({ body: jsonObjectText, entered: z.string() });

/** What stands now; null where the record is not known. Kept short, as there may be many. */
function valuesOf(sqlite: Sqlite, { kind, id }: Resource) {
  const row = sqlite.first('SELECT body, entered FROM records WHERE kind = ? AND id = ?', [
    kind,
    id,
  ]);
  if (row === undefined) return null;
  const { body, entered } = recordRow.parse(row);
  return {
    digest: sha256Hex(JSON.stringify([body, entered])),
    destination: JSON.stringify(body['destination'] ?? null),
  };
}

const paying = new Set(['virtualAccount', 'bankAccount', 'wallet', 'address']);

interface WatchedValues {
  /** Before it is derived anew. */
  add(resource: Resource): void;
  /** Afterwards. New records are not among them. */
  changed(): ChangedValues;
}

export function watchValues(sqlite: Sqlite): WatchedValues {
  const before = new Map<string, Resource & { readonly shown: ReturnType<typeof valuesOf> }>();
  return {
    add({ kind, id }) {
      const name = `${kind} ${id}`;
      if (!before.has(name)) before.set(name, { kind, id, shown: valuesOf(sqlite, { kind, id }) });
    },
    changed() {
      const changed = [...before.values()].flatMap(({ shown, ...resource }) => {
        const now = valuesOf(sqlite, resource);
        if (!shown || !now || shown.digest === now.digest) return [];
        const isElsewhere = shown.destination !== now.destination;
        const rank = isElsewhere ? 0 : paying.has(resource.kind) ? 1 : 2;
        const name = `${kindInWords(resource.kind)} ${resource.id}`;
        return [{ rank, name: isElsewhere ? `${name} (another destination)` : name }];
      });
      const ordered = changed.toSorted((one, other) => one.rank - other.rank);
      return { count: changed.length, names: ordered.slice(0, maxNames).map(({ name }) => name) };
    },
  };
}

/** A line of a profile; none where nothing changes. */
export function* linesOfChanged(
  profile: string,
  { count, names }: ChangedValues,
): Generator<string> {
  if (count === 0) return;
  const records = counted(count, 'record that is here shows', 'records that are here show');
  const more = count > names.length ? `, and ${count - names.length} more` : '';
  yield `“${profile}”: ${records} other values afterwards: ${names.join(', ')}${more}.`;
}
