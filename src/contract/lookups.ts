/** What each operation that creates nothing looks up by ID (Interface 4.3, 4.5), without zod, as `writes`. */
export const lookups = {
  getBankAccount: 'bank account',
  getEvent: 'event',
} as const;

export type LookupName = keyof typeof lookups;

export const lookupNames = Object.keys(lookups) as LookupName[];
