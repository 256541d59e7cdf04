/** A filter as the audit log keeps it: what was set, without words that may be personal data. */
import type { TimelineFilter } from '../../../../bridge/timeline.ts';
import type { JsonObject } from '../../../../contract/scalars.ts';

export function auditedFilter({ search, ...filter }: TimelineFilter): JsonObject {
  const set = Object.entries(filter).filter(
    ([, value]) => value !== null && !(Array.isArray(value) && value.length === 0),
  );
  return { ...Object.fromEntries(set), ...(search.trim() === '' ? {} : { isSearched: true }) };
}
