/** Deliveries and an inbox of their own, for the tests of what receives, keeps and reads them. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sign } from '../../../../contract/signature.ts';
import type { InboxBounds } from '../inbox/bounds.ts';
import { openInbox } from '../inbox/inbox.ts';
import { type InboxKeys, inboxKeysOf } from '../inbox/sealing.ts';
import type { IncomingDelivery } from '../inbox/types.ts';
import { createSignatureCheck, fingerprintOf } from '../signature-checks/check-signature.ts';
import type { SecretsOfPath, StoredSecret } from '../signature-checks/types.ts';

export const profileId = 'profile-1';
export const slotPath = '0123456789abcdef0123456789abcdef';
export const otherPath = 'fedcba9876543210fedcba9876543210';
export const receivedAt = Date.UTC(2026, 10, 20, 12);

export const heldSecret = (webhookId: string, secret: string): StoredSecret => ({
  webhookId,
  secret,
  fingerprint: fingerprintOf(secret),
});
export const ownSecret = heldSecret('webhook_1', 'secret_1');
export const otherSecret = heldSecret('webhook_2', 'secret_2');
export const secrets: readonly StoredSecret[] = [ownSecret, otherSecret];

/** An event as a bare body (Interface 2.7). */
export const eventBody = (id: string, more: Readonly<Record<string, unknown>> = {}) => ({
  id,
  name: 'wallet.create',
  data: { wallet: { id: 'wallet_1' } },
  webhookRecords: [],
  mock: false,
  created: '2026-11-20T11:00:00.000Z',
  updated: '2026-11-20T11:00:00.000Z',
  ...more,
});

export const bytesOf = (body: unknown): Uint8Array =>
  new TextEncoder().encode(typeof body === 'string' ? body : JSON.stringify(body));

export interface DeliveryOptions {
  readonly path?: string;
  readonly at?: number;
  /** What it is signed with; null: not signed. */
  readonly signedWith?: string | null;
  /** What the judge knows. */
  readonly known?: SecretsOfPath;
}

const judge = createSignatureCheck();

/** A delivery as the receiver hands it over, judged. */
export function delivery(body: unknown, options: DeliveryOptions = {}): IncomingDelivery {
  const { path = slotPath, at = receivedAt, signedWith = ownSecret.secret } = options;
  const bytes = bytesOf(body);
  const signature = signedWith === null ? undefined : sign(bytes, signedWith);
  return {
    slotPath: path,
    receivedAt: at,
    rawHeaders: [
      'Content-Type',
      'application/json',
      ...(signature === undefined ? [] : ['Signature', signature]),
    ],
    body: bytes,
    verdict: judge.judge(bytes, signature, options.known ?? secrets),
  };
}

/** An inbox in a directory of its own with two slots of one profile; `remove` closes it and deletes all. */
export async function openTestInbox(bounds?: InboxBounds) {
  const directory = mkdtempSync(join(tmpdir(), 'causeway-inbox-'));
  const file = join(directory, 'inbox.db');
  const key = new Uint8Array(32).fill(3);
  const keys: InboxKeys = inboxKeysOf(new Uint8Array(32).fill(4));
  const options = { file, key, ...(bounds === undefined ? {} : { bounds }) };
  let inbox = await openInbox(options);
  await inbox.setProfileKey(profileId, keys.publicKey);
  const slot = { profileId, intentKey: null, reservedAt: '2026-11-20T10:00:00.000Z' };
  await inbox.reserve({ ...slot, path: slotPath, webhookId: 'webhook_1' });
  await inbox.reserve({ ...slot, path: otherPath, webhookId: 'webhook_2' });
  return {
    directory,
    file,
    key,
    keys,
    get inbox() {
      return inbox;
    },
    /** As after a restart of the program. */
    async reopen() {
      await inbox.close();
      inbox = await openInbox(options);
    },
    async remove() {
      await inbox.close();
      rmSync(directory, { recursive: true });
    },
  };
}
