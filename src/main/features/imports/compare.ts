/** What an import would change, told by trying it: the record before and after, and nothing kept. */
import type { ImportRow } from '../../../bridge/imports.ts';
import { isJsonObject, type JsonObject } from '../../../contract/scalars.ts';
import type { Sqlite } from '../../../platform/sqlite.ts';
import type { KnownRecord, NewObservation, Records } from '../../core/records/types.ts';
import type { Candidate } from './candidate.ts';

export type Compared = Pick<ImportRow, 'standing' | 'changes'>;

export interface CompareParts {
  readonly sqlite: Pick<Sqlite, 'transaction'>;
  readonly records: Pick<Records, 'get' | 'observe'>;
}

export const observationOf = (candidate: Candidate, observedAt: string): NewObservation => ({
  kind: candidate.kind,
  id: candidate.id,
  body: candidate.body,
  source: 'import',
  observedAt,
  eventId: candidate.event?.id ?? null,
  eventCreated: candidate.event?.created ?? null,
  eventUpdated: candidate.event?.updated ?? null,
  deviations: candidate.deviations,
});

class Undone extends Error {}

/** Keeps nothing: what is observed is taken back. */
export function compare(parts: CompareParts, candidate: Candidate, at: string): Compared {
  const { sqlite, records } = parts;
  const before = records.get(candidate.kind, candidate.id);
  if (before === null) return { standing: 'new', changes: [] };
  let compared: Compared = { standing: 'same', changes: [] };
  try {
    sqlite.transaction(() => {
      compared = keepAndCompare(records, candidate, at, before);
      throw new Undone();
    });
  } catch (error) {
    if (!(error instanceof Undone)) throw error;
  }
  return compared;
}

/** Observes it, and says what that changed. Joins a running transaction. */
export function keepAndCompare(
  records: CompareParts['records'],
  candidate: Candidate,
  at: string,
  before: KnownRecord | null,
): Compared {
  records.observe(observationOf(candidate, at));
  if (before === null) return { standing: 'new', changes: [] };
  const after = records.get(candidate.kind, candidate.id) ?? before;
  const changes = changesBetween(known(before), known(after));
  const isConflict = changes.some(({ was }) => was !== null);
  const standing = isConflict ? 'changes' : changes.length > 0 ? 'adds' : 'same';
  return { standing, changes };
}

/** What a screen shows: what the service said, and what was entered where it said nothing. */
const known = ({ body, entered }: KnownRecord): ReadonlyMap<string, string> =>
  new Map([...leaves(entered), ...leaves(body)]);

/** Every field that says something, by its dotted name. */
export function* leaves(body: JsonObject, prefix = ''): Generator<[string, string]> {
  for (const [key, value] of Object.entries(body)) {
    const field = prefix === '' ? key : `${prefix}.${key}`;
    if (isJsonObject(value)) yield* leaves(value, field);
    else if (value !== null && value !== undefined) {
      yield [field, typeof value === 'string' ? value : JSON.stringify(value)];
    }
  }
}

function changesBetween(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): ImportRow['changes'] {
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((field) => {
    const was = before.get(field) ?? null;
    const is = after.get(field) ?? null;
    return was === is ? [] : [{ field, was, is }];
  });
}
