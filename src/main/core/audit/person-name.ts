import type { Person } from './types.ts';

/** As colleagues know whoever acts: by the name that they gave themselves, else by the system's. */
export const personName = (person: Person | null): string | null =>
  person?.byName ?? person?.by ?? null;
