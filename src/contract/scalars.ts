/** Scalars that several resources share. */
import { z } from 'zod';
import { basisPointsPattern, timestampPattern } from './patterns.ts';

const notAMoment = 'must be an ISO 8601 UTC time with milliseconds';

/** ISO 8601 UTC with milliseconds (Interface, conventions). A 30 February has the form, and is read as 2 March. */
export const timestamp = z
  .string()
  .regex(timestampPattern, { error: notAMoment, abort: true })
  .refine((text) => isMoment(text), notAMoment)
  .meta({ id: 'Timestamp', examples: ['2026-01-31T12:00:00.000Z'] });
export type Timestamp = z.infer<typeof timestamp>;

function isMoment(text: string): boolean {
  const at = new Date(text);
  return !Number.isNaN(at.getTime()) && at.toISOString() === text;
}

/** A rate in basis points as a string of digits (Interface 2.4, 8). Never a floating-point number. */
export const basisPoints = z
  .string()
  .regex(basisPointsPattern, 'must be digits only, for example 40')
  .meta({ id: 'BasisPoints', examples: ['40'] });
export type BasisPoints = z.infer<typeof basisPoints>;

/** A rate in a response: a numeric string, possibly with a fraction (Interface 2.4). */
export const basisPointsInResponse = z
  .string()
  .regex(/^[0-9]+(\.[0-9]+)?$/, 'must be a string of basis points')
  .meta({ id: 'BasisPointsAnswered' });

/** Any JSON object. Keys are kept as received. */
export const jsonObject = z.record(z.string(), z.unknown());
export type JsonObject = z.infer<typeof jsonObject>;

export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
