/** A team with another computer, which is the test, and requests for approval: what a profile has of a team. */
import { randomBytes } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import type { Bridge } from '../../../src/bridge/contract.ts';
import { contentBytes } from '../../../src/main/features/approvals/contents.ts';
import { proposalOf } from '../../../src/main/features/approvals/testing/team-of-desks.ts';
import { createComputer } from '../../../src/main/features/handover/testing/computer.ts';
import { invitationOf, sealRequest } from '../../../src/main/features/team/invitation.ts';
import { systemRandom } from '../../../src/platform/random.ts';
import { readAddress } from '../../../src/team-log/address.ts';
import { createChain } from '../../../src/team-log/chain.ts';
import { streamOfTeam } from '../../../src/team-log/entry.ts';
import { currentEpoch, foldMembership } from '../../../src/team-log/membership.ts';
import { openTeamLog } from '../../../src/team-log/team-log.ts';
import { startPostgres } from '../../../src/team-log/testing/postgres.ts';
import { typeWords } from './hand-over.ts';

/**
 * Three requests of the open profile, each with `name` in its title: the other computer's and one of
 * this one wait, and one was withdrawn. The database is gone at the end; what came of it is known here.
 */
export async function fillTeam(app: Page, bridge: Bridge, name: string): Promise<void> {
  const server = await startPostgres();
  const database = await server.createTeamDatabase();
  const url = `postgres://127.0.0.1:${server.port}/${database.name}`;
  const { user, password } = readAddress(database.desk);
  const { profileId } = await bridge.connection.get();
  const other = createComputer(`${name} laptop`);
  /** The document, filled in, once its button was pressed. */
  const inDocument = async (
    { path }: { path: string | null },
    button: string,
    fields: Readonly<Record<string, string>> = {},
  ): Promise<Page> => {
    const document = await app.context().newPage();
    await document.goto(new URL(path ?? '', app.url()).href);
    for (const [label, value] of Object.entries(fields)) {
      await document.getByLabel(label, { exact: true }).fill(value);
    }
    if (button === 'Admit computer') {
      await typeWords(document, other.words);
      await document.getByRole('radio', { name: 'A new person' }).check();
      await document.getByLabel('Operator').check();
    }
    const pressed = document.getByRole('button', { name: button });
    await pressed.click();
    await expect(pressed).toHaveCount(0);
    return document;
  };
  const team = async () => (await bridge.team.get()).team;

  const founding = await inDocument(await bridge.team.found({ profileId }), 'Create team', {
    'Name of this computer': `${name} desk`,
    'Database URL': url,
    'Database user': user,
    'Database password': password ?? '',
  });
  await founding.close();
  const inviting = await inDocument(await bridge.team.invite({ profileId }), 'Make invitation');
  const invitation = invitationOf(await inviting.getByLabel('Invitation').inputValue(), 0);
  await inviting.close();
  const log = openTeamLog({ url: database.desk, team: invitation.team });
  await log.requests.send(invitation.id, sealRequest(invitation, other.card));
  await expect.poll(async () => (await team())?.requests.length, { timeout: 20_000 }).toBe(1);
  const id = (await team())?.requests[0]?.id ?? '';
  await (await inDocument(await bridge.team.admit({ profileId, id }), 'Admit computer')).close();
  const rule = { network: null, isNewAddress: false, feeAtLeast: null, rowsAtLeast: null };
  const policy = {
    rules: [{ of: 'createCustomer' as const, ...rule, approvers: 1 }],
    limits: [],
    allowWithoutDatabase: false,
  };
  const setting = await bridge.approvals.setPolicy({ profileId, policy });
  await (await inDocument(setting, 'Set policy')).close();

  const members = streamOfTeam(invitation.team);
  const { entries } = await log.read(members, null, { entries: 100, bytes: 1_000_000 });
  const chain = createChain({
    signing: other.signing,
    team: invitation.team,
    stream: invitation.stream,
    head: null,
    random: systemRandom,
  });
  const expiresAt = new Date(Date.now() + 86_400_000).toISOString();
  const content = contentBytes({ ...proposalOf(`${name} theirs`), expiresAt });
  const epoch = currentEpoch(foldMembership(invitation.team, entries));
  const at = new Date().toISOString();
  await log.append([chain.next({ kind: 'proposal', epoch, content, at })]);
  await log.close();
  const propose = async (email: string) => {
    const input = { type: 'individual', email } as const;
    const intentKey = randomBytes(16).toString('hex');
    const request = { what: 'createCustomer', intentKey, input } as const;
    return await bridge.approvals.propose({ profileId, request, note: `${name} note` });
  };
  await propose(`${name}-mine@example.com`);
  const { id: withdrawn } = await propose(`${name}-withdrawn@example.com`);
  await bridge.approvals.withdraw({ profileId, id: withdrawn });
  const waiting = async () => (await bridge.approvals.list({ which: 'waiting' })).total;
  await expect.poll(waiting, { timeout: 20_000 }).toBe(1);
  await server.stop();
}
