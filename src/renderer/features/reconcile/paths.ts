/** Addresses of reconciliations, their drafts and their lines. */
export const reconcilePaths = {
  root: '/reconcile',
  new: '/reconcile/new',
  draft: (id: string) => `/reconcile/draft/${id}`,
  one: (id: string) => `/reconcile/one/${id}`,
  /** Some of its lines, or its payouts without a line. */
  part: (id: string, part: string) => `/reconcile/one/${id}/${part}`,
  line: (id: string, part: string, row: number) => `/reconcile/one/${id}/${part}/${row}`,
} as const;
