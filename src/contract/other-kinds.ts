/** Kinds without an operation of their own (Interface 1): their events alone tell of them (2.7). Without zod. */
export const otherKinds = ['wallet', 'address', 'paymentLink'] as const;
export type OtherKind = (typeof otherKinds)[number];
