/**
 * Claims: of two computers that are about to send the same request, one has it in the log first. A claim names in
 * `follows` what it takes: for the first claim of the same, a keyed hash of what makes requests alike; for a later
 * one, the claim before. The database has one entry at most that follows the same, so one of two is refused. The
 * hash is keyed, so whoever runs the database can't guess what is claimed.
 */
import { z } from 'zod';
import { readJson } from '../platform/json-column.ts';
import { hex16, hex32 } from './entry.ts';
import { createKeyedName } from './keyed-name.ts';

/** What a claim entry holds, sealed. */
export const claimContent = z.strictObject({
  version: z.literal(1),
  /** Key of the request. */
  key: hex16,
  operation: z.string().min(1).max(100),
  /** What makes two requests alike, by the sending computer's rules. */
  sameness: z.string().max(1_000_000),
  /** Who acts, as the author's system names the person; null where it names nobody. */
  person: z.string().max(200).nullable(),
});
export type ClaimContent = z.infer<typeof claimContent>;

/** Operation of a claim that takes places within a limit of a day. */
const placesOperation = 'placesOfDay';

/**
 * What such a claim holds, as JSON in its `sameness`, under the key of the first of the requests: an earlier version
 * takes it for a claim of another request. It follows the one before of that operation and day, so of two computers
 * that counted the same one has the next places, and the other counts anew.
 */
const placesContent = z.strictObject({
  operation: z.string().min(1).max(100),
  /** UTC. */
  day: z.iso.date(),
  /** Hash of the claim of places before; null for the first of the day. */
  after: hex32.nullable(),
  /** Keys of the requests that get a place each. */
  keys: z.array(hex16).min(1).max(10_000),
});
export type PlacesContent = z.infer<typeof placesContent>;

/** null for a claim of a request. Throws for places of another form. */
export const readPlaces = ({ operation, sameness }: ClaimContent): PlacesContent | null =>
  operation === placesOperation ? readJson(placesContent, sameness) : null;

export const claimOfPlaces = (places: PlacesContent, person: string | null): ClaimContent => ({
  version: 1,
  key: places.keys[0] ?? '',
  person,
  operation: placesOperation,
  sameness: JSON.stringify(places),
});

/** As `createClaimName` takes it: names what the next places of that day take. */
export const samenessOfPlaces = ({
  operation,
  day,
  after,
}: Omit<PlacesContent, 'keys'>): Pick<ClaimContent, 'operation' | 'sameness'> => ({
  operation: placesOperation,
  sameness: [operation, day, after ?? ''].join(' '),
});

/** What a release entry holds, sealed: nothing of these claims of its author was sent, and nothing will be. */
export const releaseContent = z.strictObject({
  version: z.literal(1),
  /** Hashes of claim entries. */
  claims: z.array(hex32).min(1).max(10_000),
});

export type ReleaseContent = z.infer<typeof releaseContent>;

/** Claims that one statement is about. */
export const maxStated = 1_000;

const note = z.string().trim().min(1).max(2_000);
/** What a settlement entry holds, sealed: what a person found out about claims of a colleague's computer that is gone. */
export const statementContent = z.strictObject({
  version: z.literal(1),
  /** Hashes of claim entries by others. */
  claims: z.array(hex32).min(1).max(maxStated),
  /** `absent`: not created; `exists`: created; `unknown`: not to be found out, and allowed again. */
  verdict: z.enum(['absent', 'exists', 'unknown']),
  /** What was created, of one claim alone; null for the other verdicts. */
  resourceId: z.string().min(1).max(200).nullable(),
  reason: note,
  /** What the person looked at, at the service. */
  checked: note,
  person: z.string().max(200).nullable(),
  /** Hashes of settlements of these claims that this one is in the place of. */
  replaces: z.array(hex32).max(10_000),
});
export type StatementContent = z.infer<typeof statementContent>;

/**
 * Names what the first claim of the same takes, however its letters are composed: 64 hex digits.
 *
 * @param secretOf as `createKeyedName` takes it
 */
export function createClaimName(
  secretOf: () => Uint8Array,
): (of: Pick<ClaimContent, 'operation' | 'sameness'>) => string {
  const nameOf = createKeyedName(secretOf, 'causeway team claims');
  return ({ operation, sameness }) => nameOf(operation, sameness.normalize('NFC'));
}
