/** An inbox full of made events. */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { defaultBounds } from '../../src/main/features/webhooks/inbox/bounds.ts';
import { inboxMigrations } from '../../src/main/features/webhooks/inbox/migrations.ts';
import { packGroup } from '../../src/main/features/webhooks/inbox/packed-group.ts';
import { inboxKeysOf } from '../../src/main/features/webhooks/inbox/sealing.ts';
import type { IncomingDelivery } from '../../src/main/features/webhooks/inbox/types.ts';
import { openInboxWriter } from '../../src/main/features/webhooks/inbox/writer.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { migrate } from '../../src/platform/migrations.ts';
import { systemRandom } from '../../src/platform/random.ts';
import { openSqlite } from '../../src/platform/sqlite.ts';
import { type MadeEvent, makeEvents } from './timeline-events.ts';

export const profileId = 'bench';
export const dataKey = new Uint8Array(32).fill(7);
export const inboxKey = new Uint8Array(32).fill(8);
export const { privateKey, publicKey } = inboxKeysOf(dataKey);
const paths = ['1'.repeat(32), '2'.repeat(32)] as const;
const GROUP = 500;

export const filesIn = (directory: string) => ({
  inbox: { file: join(directory, 'inbox.db'), key: inboxKey },
  index: { file: join(directory, 'timeline.db'), key: dataKey },
});

export const deliveryOf = ({ body, receivedAt, webhook }: MadeEvent): IncomingDelivery => ({
  slotPath: paths[webhook],
  receivedAt,
  rawHeaders: ['Content-Type', 'application/json'],
  body: Buffer.from(body),
  verdict: {
    kind: 'genuine',
    webhookId: `webhook_${webhook}`,
    fingerprint: null,
    signature: createHash('sha256').update(body).digest('hex'),
  },
});

/** Whose inbox it is. */
export interface InboxOwner {
  readonly file: string;
  readonly key: Uint8Array;
  readonly profileId: string;
  /** Of the profile: what it may be sealed to. */
  readonly publicKey: Uint8Array;
}

/** Makes it with `count` deliveries. Synchronous: nothing is measured here. */
export const fillInbox = (directory: string, count: number): void =>
  fillInboxOf({ ...filesIn(directory).inbox, profileId, publicKey }, count);

/** As fillInbox, for any profile. */
export function fillInboxOf(owner: InboxOwner, count: number): void {
  const { file, key, profileId, publicKey } = owner;
  const sqlite = openSqlite({ file, key });
  migrate(sqlite, inboxMigrations);
  sqlite.close();
  const writer = openInboxWriter({
    file,
    key,
    bounds: defaultBounds,
    clock: systemClock,
    random: systemRandom,
  });
  writer.setProfileKey(profileId, publicKey);
  paths.forEach((path, webhook) => {
    writer.reserve({
      path,
      profileId,
      intentKey: null,
      webhookId: `webhook_${webhook}`,
      reservedAt: '2025-11-20T00:00:00.000Z',
    });
  });
  let group: IncomingDelivery[] = [];
  const flush = (): void => {
    if (group.length > 0) writer.append(packGroup(group), []);
    group = [];
  };
  for (const event of makeEvents(count)) {
    group.push(deliveryOf(event));
    if (group.length === GROUP) flush();
  }
  flush();
  writer.close();
}
