export const reportPaths = {
  root: '/reports',
  closes: '/reports/closes',
  evidence: '/reports/evidence',
  /** Statement of one customer, and of one virtual account. */
  customer: (id: string) => `/reports/customer/${id}`,
  virtualAccount: (id: string) => `/reports/virtual-account/${id}`,
} as const;
