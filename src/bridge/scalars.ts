/** Scalars of the bridge. */
import { z } from 'zod';

/** A moment as ISO 8601 UTC with milliseconds, by this machine's clock or as the service gave it. */
export const instant = z.string().min(1);

/** As of this moment: what was observed later is left out. null: as it is known now. */
export const knownAt = instant.nullable().default(null);

/** Any JSON value, as it was received, with secrets cut out. */
export const json = z.json();
export type Json = z.infer<typeof json>;

/** Identifier of a profile: lowercase letters, digits and dashes. */
export const profileId = z.string().regex(/^[a-z0-9-]{1,64}$/);

/**
 * Profile that a page showed when it asked for a write: INVALID (`other-profile`), and nothing done,
 * when another one is open by now. Whoever asks never has the profile guessed.
 */
export const ofProfile = { profileId };

/** Key of an intent, minted by the renderer when a form opens: 128 random bits as 32 hex digits. */
export const intentKey = z.string().regex(/^[0-9a-f]{32}$/);

/** One page of a list, by offset. Lists are read again on a change notice, so offsets stay honest. */
export const page = {
  offset: z.int().min(0).default(0),
  limit: z.int().min(1).max(200).default(100),
};

export const sortDirection = z.enum(['ascending', 'descending']);

/** When a record came to be: from this moment on, and before that one. Without a time: in no period. */
export const madePeriod = {
  madeFrom: instant.nullable().default(null),
  madeTo: instant.nullable().default(null),
};
