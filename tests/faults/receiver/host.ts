/** Receiver and inbox as a proof or a bench opens them: one profile, one slot, a secret that is known. */
import { join } from 'node:path';
import type { InboxBounds } from '../../../src/main/features/webhooks/inbox/bounds.ts';
import { openInbox } from '../../../src/main/features/webhooks/inbox/inbox.ts';
import { inboxKeysOf } from '../../../src/main/features/webhooks/inbox/sealing.ts';
import { startReceiver } from '../../../src/main/features/webhooks/receiver/receiver.ts';
import { fingerprintOf } from '../../../src/main/features/webhooks/signature-checks/check-signature.ts';
import type { StoredSecret } from '../../../src/main/features/webhooks/signature-checks/types.ts';
import { systemClock } from '../../../src/platform/clock.ts';
import { systemRandom } from '../../../src/platform/random.ts';

/** Not secrets: the files of a proof live as long as the proof. */
export const INSTALLATION_KEY = new Uint8Array(32).fill(0x5a);
const DATA_KEY = new Uint8Array(32).fill(0xa5);

export const inboxKeys = inboxKeysOf(DATA_KEY);
export const profileId = 'proof';
export const slotPath = 'ab'.repeat(16);
export const secret = 'secret_proof';
export const held: StoredSecret = {
  webhookId: 'webhook_proof',
  secret,
  fingerprint: fingerprintOf(secret),
};

/** Opens the inbox of this directory, with its slot reserved. */
export async function openProofInbox(directory: string, bounds?: InboxBounds) {
  const inbox = await openInbox({
    file: join(directory, 'inbox.db'),
    key: INSTALLATION_KEY,
    ...(bounds === undefined ? {} : { bounds }),
  });
  if (inbox.slot(slotPath) === null) {
    await inbox.setProfileKey(profileId, inboxKeys.publicKey);
    await inbox.reserve({
      path: slotPath,
      profileId,
      intentKey: null,
      webhookId: held.webhookId,
      reservedAt: '2026-11-20T12:00:00.000Z',
    });
  }
  return inbox;
}

/** Receiver over the inbox of this directory. */
export async function startProofReceiver(directory: string) {
  const inbox = await openProofInbox(directory);
  const secrets = [held];
  const receiver = await startReceiver({
    inbox,
    secrets: { secretsOf: () => secrets },
    portsFile: join(directory, 'receiver.json'),
    clock: systemClock,
    random: systemRandom,
    log: {
      error: (details: unknown) => process.stderr.write(`${JSON.stringify(details)}\n`),
      info: () => undefined,
    },
  });
  return { inbox, receiver };
}
