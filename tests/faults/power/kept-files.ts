/**
 * Every small file that promises to outlast a power cut, by the modules that write and read it. What
 * each holds is a number, from 1: 0 is nothing yet.
 */
import { join } from 'node:path';
import { createPendingActions } from '../../../src/main/console/pending-actions.ts';
import { createLog } from '../../../src/main/core/foundation/log.ts';
import { openDataDirectory } from '../../../src/main/core/profiles/data-directory.ts';
import { builtInProfileId } from '../../../src/main/core/profiles/profile-file.ts';
import { openProfiles, type Profiles } from '../../../src/main/core/profiles/profiles.ts';
import { createSealedFile, openSealedFile } from '../../../src/main/core/vault/sealed-file.ts';
import type { ListedStore } from '../../../src/main/core/vault/secret-store.ts';
import { createVault, type Vault } from '../../../src/main/core/vault/vault.ts';
import { readPorts, writePorts } from '../../../src/main/features/webhooks/receiver/ports.ts';
import { openHostKeys } from '../../../src/main/features/webhooks/tunnels/host-keys.ts';
import {
  openTunnelFile,
  sandboxTunnelId,
} from '../../../src/main/features/webhooks/tunnels/tunnel-file.ts';
import { systemClock as clock } from '../../../src/platform/clock.ts';
import { systemRandom } from '../../../src/platform/random.ts';

export interface KeptFile {
  readonly name: string;
  keep(number: number): Promise<unknown> | unknown;
  /** Throws when it is damaged. */
  read(): Promise<number> | number;
}

const profileId = builtInProfileId;
const passphrase = 'a proof keeps no secret';
/** Longer than an entry of every keychain takes, so most of it lies in a file. */
const longToken = (number: number): string => `${'x'.repeat(1_400)}${number}`;

/**
 * Over this folder. Beside them the data directory and the folders in it are made, which have to outlast
 * the cut as well. `keychain` stands for the system's, which has its own way through one.
 */
export async function openKept(folder: string, keychain: ListedStore) {
  const dataDir = join(folder, 'data');
  const directory = openDataDirectory({ path: dataDir, clock, random: systemRandom });
  const vault = await openVault(dataDir, keychain);
  const profiles = openProfiles({ directory, clock, random: systemRandom });
  const files = [
    ofProfiles(profiles),
    longTokens(vault),
    sealedFile(join(dataDir, 'sealed')),
    tunnelFile(join(dataDir, 'tunnels.json')),
    hostKeys(join(dataDir, 'host-keys.json')),
    ports(join(dataDir, 'receiver.json')),
    pendingActions(profiles),
  ];
  return { files, installationId: directory.installationId, close: () => directory.close() };
}

async function openVault(dataDir: string, keychain: ListedStore): Promise<Vault> {
  const log = createLog({ level: 'error', destination: process.stderr });
  const vault = createVault({
    dataDir,
    log,
    keychain,
    random: systemRandom,
    installationId: 'proof',
    hasDatabase: () => false,
  });
  await vault.open();
  return vault;
}

const ofProfiles = (profiles: Profiles): KeptFile => ({
  name: 'profiles',
  keep: (number) =>
    profiles.recordToken(profileId, { lastFour: String(number).padStart(4, '0'), expiresAt: null }),
  read: () => Number(profiles.get(profileId)?.token?.lastFour ?? 0),
});

const longTokens = (vault: Vault): KeptFile => ({
  name: 'long-token',
  keep: (number) => vault.writeToken(profileId, longToken(number)),
  read: async () => Number((await vault.readToken(profileId))?.slice(longToken(0).length - 1) ?? 0),
});

function sealedFile(path: string): KeptFile {
  const options = { path, passphrase, random: systemRandom };
  let opened: ReturnType<typeof createSealedFile> | null = null;
  return {
    name: 'sealed-file',
    async keep(number) {
      opened ??= createSealedFile(options);
      await (await opened).set('number', String(number));
    },
    read: async () => Number((await (await openSealedFile(options)).get('number')) ?? 0),
  };
}

const tunnelFile = (path: string): KeptFile => ({
  name: 'tunnels',
  keep(number) {
    const file = openTunnelFile(path, clock);
    const [tunnel] = file.list();
    if (tunnel !== undefined) file.put({ ...tunnel, origin: `https://${number}.example` });
  },
  read() {
    const file = openTunnelFile(path, clock);
    if (file.notice !== null) throw new Error(file.notice);
    const tunnel = file.list().find(({ id }) => id === sandboxTunnelId);
    return Number(/\d+/.exec(tunnel?.origin ?? '')?.[0] ?? 0);
  },
});

const hostKeys = (path: string): KeptFile => ({
  name: 'host-keys',
  keep(number) {
    const keys = openHostKeys(path, clock);
    const host = `host-${number}`;
    keys.meet(host, 22, Uint8Array.of(1));
    keys.trust(host, 22, keys.waiting(host, 22) ?? '');
  },
  read() {
    const keys = openHostKeys(path, clock);
    const notice = keys.notice();
    if (notice !== null) throw new Error(notice);
    let number = 0;
    while (keys.find(`host-${number + 1}`, 22) !== null) number += 1;
    return number;
  },
});

const LOWEST_PORT = 20_000;

const ports = (path: string): KeptFile => ({
  name: 'ports',
  keep: (number) => writePorts(path, { http: LOWEST_PORT + number, https: LOWEST_PORT }),
  read: () => (readPorts(path)?.http ?? LOWEST_PORT) - LOWEST_PORT,
});

function pendingActions(profiles: Profiles): KeptFile {
  const { directoryOf } = profiles;
  const pending = createPendingActions({ directoryOf, clock, isSession: () => false });
  return {
    name: 'pending-actions',
    keep: (number) => pending.keep(profileId, { action: `proof.${number}`, facts: {} }),
    read() {
      let count = 0;
      pending.hand(profileId, () => {
        count += 1;
      });
      return count;
    },
  };
}
