/** What a person is told of an entry that could not be sent at once. */
import { expect, it } from 'vitest';
import { migrate } from '../../../platform/migrations.ts';
import { createSeal } from '../../../platform/sealing.ts';
import { openMemorySqlite } from '../../../platform/sqlite.ts';
import { profileMigrations } from '../../console/profile-session.ts';
import { openApprovals } from './approvals.ts';
import { readContent } from './contents.ts';
import { createDeskTeam, policyOf } from './testing/team-of-desks.ts';

it('is stored only where this very entry is, whatever others write meanwhile', async () => {
  const desk = createDeskTeam();
  const sqlite = openMemorySqlite(createSeal(new Uint8Array(32)));
  migrate(sqlite, profileMigrations);
  const core = {
    ...{ sqlite, audit: { append: () => undefined }, intents: { get: () => null }, records: {} },
    ...{ clock: { now: () => 0 }, profile: {}, notify: () => undefined, person: () => null },
    ...{ log: { warn: () => undefined }, approvals: { use: () => undefined } },
  };
  const uses = { addressBook: {}, bulk: { runs: { has: () => false } } };
  const api = openApprovals(core as never, uses as never);
  let isStored = false;
  const store = (by: string, content: Uint8Array) =>
    api.take(desk.writeBytes(by, 'policy', content), content);
  api.use({
    ...{ own: desk.keyOf('owner').publicKey, stream: desk.stream, membership: desk.membership },
    ...{ hasRead: () => true, nameOf: () => null, isOn: () => false, isAway: () => true },
    ...{ openProblems: () => 0, now: async () => undefined },
    async say(kind, content) {
      expect(readContent(kind as 'policy', content)).not.toBeNull();
      store('maker', content);
      if (isStored) store('owner', content);
      throw new Error('away');
    },
  });
  const { rules, limits, allowWithoutDatabase } = policyOf(1);
  const policy = { rules, limits, allowWithoutDatabase };
  await expect(api.setPolicy(policy)).rejects.toMatchObject({ code: 'INVALID' });
  isStored = true;
  await expect(api.setPolicy(policy)).resolves.toBe(false);
});
