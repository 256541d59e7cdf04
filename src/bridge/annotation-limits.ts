/** Bounds of what people write beside a record, apart from the contract: the page needs them without zod. */

/** Longest label, reference, name and note, in characters; most labels and notes of one record. */
export const annotationLimits = {
  label: 40,
  labels: 20,
  reference: 120,
  name: 120,
  note: 4_000,
  notes: 200,
} as const;
