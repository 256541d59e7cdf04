/** The sandbox that the console carries: the service itself, on loopback, for the built-in profile. */
import { join } from 'node:path';
import type { Clock } from '../../platform/clock.ts';
import { makeFolder } from '../../platform/durable-file.ts';
import { createSandbox, databaseFileName, type Sandbox } from '../../sandbox/index.ts';
import type { Log } from '../core/foundation/log.ts';
import type { Profile } from '../core/profiles/profile-file.ts';
import type { Profiles } from '../core/profiles/profiles.ts';
import { type DatabaseWatch, watched } from '../core/repair/database-watch.ts';
import { describeToken } from '../core/vault/describe-token.ts';
import type { BoundTokens } from './bound-tokens.ts';
import { sandboxKeyOf } from './data-keys/keyed-files.ts';

export interface BuiltInSandboxOptions {
  /** Its own folder, made when absent: ids and events outlive a restart. */
  readonly directory: string;
  /** Data key of the profile, of which the sandbox gets a key of its own. */
  readonly dataKey: Uint8Array;
  /** Where it may deliver on loopback from the start; null while its tunnel is closed. */
  readonly receiver: { readonly origin: string; readonly ca: string } | null;
  readonly clock: Clock;
  readonly log: Log;
}

/** How the console starts its sandbox; tests start it otherwise. */
export type StartSandbox = (options: BuiltInSandboxOptions) => Promise<Sandbox>;

/** Listens on any free loopback port. */
export const startBuiltInSandbox: StartSandbox = async ({
  directory,
  dataKey,
  receiver,
  clock,
  log,
}) => {
  makeFolder(directory);
  const databaseKey = sandboxKeyOf(dataKey);
  const sandbox = createSandbox({
    dataDir: directory,
    databaseKey,
    clock,
    log: {
      info: (message, fields) => log.debug({ ...fields }, message),
      warn: (message, fields) => log.warn({ ...fields }, message),
      error: (message, fields) => log.error({ ...fields }, message),
    },
  });
  // It is open, and asks for its key no more.
  databaseKey.fill(0);
  // Not by its options: what they allow can't be taken back when the tunnel is closed.
  if (receiver !== null) sandbox.allowDeliveryOrigin(receiver.origin, receiver.ca);
  try {
    await sandbox.listen();
    return sandbox;
  } catch (error) {
    await sandbox.close();
    throw error;
  }
};

/** The sandbox's tokens are good for 30 days; a console may stay open for longer. */
const renewAfterMs = 15 * 24 * 60 * 60 * 1_000;

/** The token of a running sandbox: signed anew long before it expires, and kept each time. */
export async function builtInToken(
  sandbox: Pick<Sandbox, 'token' | 'signToken'>,
  clock: Clock,
  keep: (token: string) => Promise<void>,
): Promise<() => Promise<string>> {
  let { token } = sandbox;
  let signedAt = clock.now();
  await keep(token);
  return async () => {
    if (clock.now() - signedAt < renewAfterMs) return token;
    token = await sandbox.signToken({});
    signedAt = clock.now();
    await keep(token);
    return token;
  };
}

interface RunningSandbox {
  readonly sandbox: Sandbox;
  readonly token: () => Promise<string>;
}

interface OpenSandboxParts extends BuiltInSandboxOptions {
  /** Folder of the profile. The sandbox has its own folder in it. */
  readonly directory: string;
  readonly startSandbox: StartSandbox;
  readonly tokens: Pick<BoundTokens, 'keep'>;
  readonly profiles: Pick<Profiles, 'recordToken'>;
  readonly databases: DatabaseWatch;
}

/** null when it could not be started: what is known can be read all the same. */
export async function openBuiltInSandbox(
  profile: Profile,
  parts: OpenSandboxParts,
): Promise<RunningSandbox | null> {
  const { startSandbox, tokens, profiles, clock, log, dataKey, receiver } = parts;
  let sandbox: Sandbox | null = null;
  try {
    const directory = join(parts.directory, 'sandbox');
    const watch = { kind: 'sandbox', profileId: profile.id } as const;
    sandbox = await watched(parts.databases, watch, join(directory, databaseFileName), () =>
      startSandbox({ directory, dataKey, receiver, clock, log }),
    );
    const token = await builtInToken(sandbox, clock, async (signed) => {
      await tokens.keep(profile, signed);
      profiles.recordToken(profile.id, describeToken(signed));
    });
    return { sandbox, token };
  } catch (error) {
    log.error({ err: error }, 'the built-in sandbox could not be started');
    await sandbox?.close();
    return null;
  }
}
