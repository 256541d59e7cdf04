import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import type { Forwarder } from '../../../../team-log/forwards.ts';
import type { MemberRole } from '../../../../team-log/membership-payload.ts';
import { profileMigrations } from '../../../console/profile-session.ts';
import { signingKeyOf } from '../../../core/audit/signing.ts';
import { closeAll, createDesk } from '../../handover/testing/desks.ts';
import { createTeamForwarding } from './team-forwarding.ts';

it('owners and operators of now forward for the team, and nobody else', async () => {
  const desk = createDesk(1, () => Date.parse('2026-11-20'), profileMigrations);
  let members: { signing: string; role: MemberRole }[] = [];
  let asked: Forwarder | null = null;
  const { forwarding, close } = createTeamForwarding({
    sqlite: desk.sqlite,
    signing: signingKeyOf(randomBytes(32)),
    members: () => members,
    firstSecret: () => new Uint8Array(32).fill(7),
    nameOf: (id) => id,
    log: {
      hold: async (_names, by) => {
        asked = by;
        return new Map();
      },
      end: async () => undefined,
      giveBack: async () => undefined,
    },
  });
  await forwarding.hold([{ url: 'https://ledger.example.com/', sameness: 'x' }], 1_000);
  const roles = ['owner', 'operator', 'approver', 'reviewer', 'relay'] as const;
  members = roles.map((role) => ({ signing: role, role }));
  const { forwards } = asked as unknown as Forwarder;
  expect(roles.filter(forwards)).toEqual(['owner', 'operator']);
  members = [{ signing: 'owner', role: 'reviewer' }];
  expect(roles.filter(forwards)).toEqual([]);
  await close();
  closeAll([desk]);
});
