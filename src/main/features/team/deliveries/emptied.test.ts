/** What an erasure emptied while it waited is not taken for a delivery without a signature. */
import { expect, it } from 'vitest';
import { systemClock } from '../../../../platform/clock.ts';
import { migrate } from '../../../../platform/migrations.ts';
import { createSeal } from '../../../../platform/sealing.ts';
import { openMemorySqlite } from '../../../../platform/sqlite.ts';
import { packDeliveries, type RelayedDelivery } from '../../../../team-log/deliveries.ts';
import { teamMigrations } from '../migrations.ts';
import { createRelayedQueue } from './relayed-queue.ts';

const path = 'ab'.repeat(16);
const whole = (body: string): RelayedDelivery => ({
  path,
  receivedAt: 1,
  rawHeaders: ['signature', 'ab'],
  body: Buffer.from(body),
});
const emptied = { ...whole(''), rawHeaders: [] };

it.each([
  ['a judge', 'relay', true, ['one', 'two'], ['gxr']],
  ['a computer without the secret', 'relay', false, ['one', 'two'], []],
  ['what a member took', 'member', true, ['one', 'two'], []],
])('%s', async (_, author, judges, bodies, said) => {
  const sqlite = openMemorySqlite(createSeal(new Uint8Array(32)));
  migrate(sqlite, teamMigrations);
  const taken: string[] = [];
  const kept: string[] = [];
  const queue = createRelayedQueue({
    sqlite,
    stream: 's',
    isRelay: (by) => by === 'relay',
    judges: () => judges,
    isOwnPath: () => true,
    clock: systemClock,
    log: { error: () => undefined, warn: () => undefined },
    async take(deliveries) {
      taken.push(...deliveries.map(({ body }) => Buffer.from(body).toString()));
      return { kinds: 'gr' };
    },
    judged: {
      keep: (_of, kinds) => void kept.push(kinds),
      of: () => ({ kinds: 'ggr', by: 'member', isAwaited: false }),
      used: () => undefined,
      tell: async () => undefined,
      take: () => undefined,
    },
  });
  queue.add({ author, sequence: 1 }, packDeliveries([whole('one'), emptied, whole('two')]));
  await expect.poll(() => sqlite.all('SELECT 1 FROM team_relayed')).toEqual([]);
  await queue.close();
  expect([taken, kept]).toEqual([bodies, said]);
});
