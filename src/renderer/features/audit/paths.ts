export const auditPaths = {
  root: '/audit',
  /** Entries that name this record. */
  ofRecord: (id: string) => `/audit?record=${encodeURIComponent(id)}`,
} as const;
