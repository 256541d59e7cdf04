/** Addresses of the start screen, and of the period whose movements it shows. */
export type Period = 'visit' | 'today' | 'week' | 'month';

export const overviewPaths = {
  root: '/overview',
  period: (period: Period) => (period === 'today' ? '/overview' : `/overview/${period}`),
} as const;
