export const auditPaths = {
  root: '/audit',
  /** Entries of what was sent while the team’s database did not respond. */
  sentUnasked: '/audit?search=sent-without',
  /** Entries that name this record. */
  ofRecord: (id: string) => `/audit?record=${encodeURIComponent(id)}`,
} as const;
