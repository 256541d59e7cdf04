/** Profiles: one service environment each, with its own database, data key, token and secrets. */
import { z } from 'zod';
import { openedDocument } from './documents.ts';
import { asks, continuesConfirmed, looksUp, reads, stops, writesHere } from './procedure.ts';
import { instant, profileId } from './scalars.ts';

/** `built-in` is the sandbox that the console carries; the others are hosted (Interface, conventions). */
export const environment = z.enum(['built-in', 'sandbox', 'production']);
export type Environment = z.infer<typeof environment>;

/** What may be known of a token outside main. The token itself never leaves main. */
export const tokenFacts = z.object({
  /** Last four characters. */
  lastFour: z.string(),
  /** `exp` of the JWT (decisions 12); null when it has none or is no JWT. */
  expiresAt: instant.nullable(),
  enteredAt: instant.nullable(),
  /** What the probe of decisions 31 said last. */
  proof: z.enum(['not-proven', 'proven', 'refused', 'not-this-service', 'unreachable']),
  provenAt: instant.nullable(),
  /** A sentence on the last proof, with the service's words where it spoke. */
  sentence: z.string().nullable(),
});

/** `review` sends nothing to the service; `sign-off` neither, and signs off, closes periods and resolves. */
export const profileMode = z.enum(['full', 'sign-off', 'review']);
export type ProfileMode = z.infer<typeof profileMode>;

export const profileView = z.object({
  id: profileId,
  name: z.string(),
  environment,
  /** Base URL of the service; null for the built-in sandbox while it is not running. */
  baseUrl: z.string().nullable(),
  isSelected: z.boolean(),
  /** null: no token yet. */
  token: tokenFacts.nullable(),
  /** Why this profile is not to be trusted as it stands, in a sentence. */
  warning: z.string().nullable().default(null),
  mode: profileMode,
  createdAt: instant,
});
export type ProfileView = z.infer<typeof profileView>;

export const addProfileInput = z.strictObject({
  name: z.string().trim().min(1).max(80),
  environment: z.enum(['sandbox', 'production']),
  /** https, or http on loopback. No credentials, query or fragment. */
  baseUrl: z.string().trim().min(1).max(2048),
});
export type AddProfileInput = z.infer<typeof addProfileInput>;

/** A profile that was removed, with its data kept. */
export const asideProfileView = profileView
  .pick({ id: true, name: true, environment: true, baseUrl: true })
  .extend({
    asideAt: instant,
    /** Its data was to be erased, and may be gone in part: all that is left is to erase the rest. */
    isErasing: z.boolean(),
  });
export type AsideProfileView = z.infer<typeof asideProfileView>;

export const profilesContract = {
  list: reads.output(z.array(profileView)),
  /** Asks: a person confirms the address, and types the token, in a document of main's own. */
  add: asks.input(addProfileInput).output(openedDocument),
  rename: writesHere
    .input(z.object({ id: profileId, name: addProfileInput.shape.name }))
    .output(profileView),
  /** Asks as `add`. The token goes along where the person does not type another one. */
  changeAddress: asks
    .input(z.object({ id: profileId, baseUrl: addProfileInput.shape.baseUrl }))
    .output(openedDocument),
  /** Control URL of a hosted sandbox; null where none was entered for its base URL, and for any other profile. */
  control: reads
    .input(z.object({ id: profileId }))
    .output(z.object({ controlUrl: z.string().nullable() })),
  /** Asks for its token. INVALID unless the profile is a hosted sandbox; the URL is checked as a base URL. */
  setControl: asks
    .input(z.object({ id: profileId, controlUrl: addProfileInput.shape.baseUrl }))
    .output(openedDocument),
  /** Asks which mode it shall have. */
  changeMode: asks.input(z.object({ id: profileId })).output(openedDocument),
  forgetControl: stops.input(z.object({ id: profileId })).output(z.object({})),
  /** Asks whether its data is kept aside or erased; of one that is aside, to erase it. */
  remove: asks.input(z.object({ id: profileId })).output(openedDocument),
  /**
   * Asks whether the built-in sandbox shall begin again: its state and every record of it here are erased,
   * and it is a new profile then. INVALID for any other profile.
   */
  startAnew: asks.input(z.object({ id: profileId })).output(openedDocument),
  /** Profiles that were removed and not erased, in the order in which they were removed. */
  aside: reads.output(z.array(asideProfileView)),
  /** Brings a removed profile back, without its token. */
  bringBack: continuesConfirmed.input(z.object({ id: profileId })).output(profileView),
  select: continuesConfirmed.input(z.object({ id: profileId })).output(profileView),
  /** Proves the token by decisions 31. */
  prove: looksUp.input(z.object({ id: profileId })).output(profileView),
};
