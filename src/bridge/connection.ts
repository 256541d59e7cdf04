/** What the frame shows all the time: which profile, and whether the service answers. */
import { z } from 'zod';
import { openedDocument } from './documents.ts';
import { asks, looksUp, reads, writesHere } from './procedure.ts';
import { environment, profileMode } from './profiles.ts';
import { instant, profileId } from './scalars.ts';
import { vaultStatus } from './vault.ts';

export const connectionView = z.object({
  profileId,
  profileName: z.string(),
  environment,
  mode: profileMode,
  /** Base URL of the service; null for the built-in sandbox. */
  baseUrl: z.string().nullable(),
  service: z.object({
    state: z.enum(['not-tried', 'reachable', 'unreachable', 'token-refused', 'no-token']),
    /** When the state was last found. */
    at: instant.nullable(),
    sentence: z.string().nullable(),
  }),
  tokenExpiresAt: instant.nullable(),
  /** Why nothing can be created now, in a sentence; null when creating is possible. */
  writesBlocked: z.string().nullable(),
  /** Why approval can't be requested now, which does not need the service; null when requesting is possible. */
  approvalBlocked: z.string().nullable(),
  /** Intents whose outcome is unknown and that nobody has settled. */
  unknownIntents: z.int().min(0),
  vault: vaultStatus,
});
export type ConnectionView = z.infer<typeof connectionView>;

export const aboutView = z.object({
  version: z.string(),
  host: z.enum(['electron', 'browser']),
  dataDir: z.string(),
  startedAt: instant,
});

/** What makes times, or the stored data, doubtful on this computer. */
export const computerWarnings = z.object({
  /** The newest moment that is known, where the clock is now more than 5 minutes before it. */
  clockSetBackFrom: instant.nullable(),
  /** Another computer used this data directory since it was used here, or does so now. */
  otherComputer: z.object({ lastSeenAt: instant, isInUse: z.boolean() }).nullable(),
});
export type ComputerWarnings = z.infer<typeof computerWarnings>;

/** Databases that can't be read whole; nothing of them is changed until a person repairs them. */
export const damageView = z.array(
  z.object({
    what: z.enum(['records', 'sandbox', 'inbox', 'coverage']),
    /** null of the installation's own. */
    profileName: z.string().nullable(),
  }),
);
export type DamageView = z.infer<typeof damageView>;

/** A file of the data directory that is not what Causeway wrote last, and what became of it. */
export const fileProblem = z.object({ file: z.string(), sentence: z.string() });
export type FileProblem = z.infer<typeof fileProblem>;

export const connectionContract = {
  get: reads.output(connectionView),
  /** Asks the service now, and says what came of it. */
  check: looksUp.output(connectionView),
  about: reads.output(aboutView),
  computer: reads.output(computerWarnings),
  /** A person says that the clock is right now, and was wrong before. LOCKED while it is. */
  acceptClock: writesHere.output(computerWarnings),
  damage: reads.output(damageView),
  files: reads.output(z.array(fileProblem).readonly()),
  /** Opens the document that repairs what is damaged. INVALID where nothing is. */
  repair: asks.output(openedDocument),
};
