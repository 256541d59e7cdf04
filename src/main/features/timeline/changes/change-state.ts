/** Whether what adds up to a record shows the content of one event now, and what says otherwise. */
import { isJsonObject, type JsonObject } from '../../../../contract/scalars.ts';
import { isSameJson } from '../../../core/records/field-changes.ts';
import { type Fold, fold } from '../../../core/records/fold.ts';

export interface ChangeState {
  /**
   * - `shown`: every field is as the event said;
   * - `partly`: some field still stands on the event alone, and another was said otherwise;
   * - `superseded`: no field stands on it any more.
   */
  readonly standing: 'shown' | 'partly' | 'superseded';
  /** JSON Pointers of fields of the event that something else says otherwise now. */
  readonly overruled: readonly string[];
  /** Ids of what says so. */
  readonly by: readonly string[];
}

/**
 * @param body what the event said of the resource
 * @param own ids under which that went into the record
 * @param record what all of it adds up to
 */
export function changeStateOf(
  body: JsonObject,
  own: ReadonlySet<string>,
  record: Fold,
): ChangeState {
  const said = fold([{ observationId: 'own', body }]);
  const paths = Object.keys(said.provenance);
  const overruled = paths.filter((path) => !agrees(at(record.body, path), at(body, path)));
  if (overruled.length === 0) return { standing: 'shown', overruled, by: [] };
  const by = new Set(overruled.flatMap((path) => sourceOf(record, path) ?? []));
  const isLeft = paths.some((path) => own.has(record.provenance[path] ?? ''));
  return { standing: isLeft ? 'partly' : 'superseded', overruled, by: [...by] };
}

/** An object without fields says nothing of the fields that are there. */
const agrees = (shown: unknown, said: unknown): boolean =>
  isSameJson(shown, said) ||
  (isJsonObject(said) && Object.keys(said).length === 0 && isJsonObject(shown));

/** The value under a JSON Pointer; null where nothing stands there. */
function at(body: JsonObject, path: string): unknown {
  const keys = path
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
  let value: unknown = body;
  for (const key of keys) {
    if (!isJsonObject(value) || !Object.hasOwn(value, key)) return null;
    value = value[key];
  }
  return value;
}

/** What the field, or what it is part of, or what became part of it, stands on. */
function sourceOf({ provenance }: Fold, path: string): string | null {
  for (let whole = path; whole !== ''; whole = whole.slice(0, whole.lastIndexOf('/'))) {
    if (Object.hasOwn(provenance, whole)) return provenance[whole] ?? null;
  }
  const below = Object.keys(provenance).find((known) => known.startsWith(`${path}/`));
  return below === undefined ? null : (provenance[below] ?? null);
}
