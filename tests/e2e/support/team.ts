/** A team with another computer, which is the test: it is invited, admitted, and tells of a customer. */
import { expect, type Page } from '@playwright/test';
import { createComputer } from '../../../src/main/features/handover/testing/computer.ts';
import { factsOf } from '../../../src/main/features/team/facts.ts';
import { invitationOf, sealRequest } from '../../../src/main/features/team/invitation.ts';
import { canonicalJson } from '../../../src/platform/canonical-json.ts';
import { systemRandom } from '../../../src/platform/random.ts';
import { readAddress } from '../../../src/team-log/address.ts';
import { createChain } from '../../../src/team-log/chain.ts';
import { streamOfTeam } from '../../../src/team-log/entry.ts';
import { currentEpoch, foldMembership } from '../../../src/team-log/membership.ts';
import { openTeamLog } from '../../../src/team-log/team-log.ts';
import { type PostgresServer, startPostgres } from '../../../src/team-log/testing/postgres.ts';
import { expectAccessible, expectNoSidewaysScroll } from './accessibility.ts';
import { documentOf, typeWords } from './hand-over.ts';

/** On the settings’ section of a profile that is in no team. */
export async function workInTeam(page: Page): Promise<void> {
  const server = await startPostgres();
  try {
    await foundAndShare(page, server);
  } finally {
    await server.stop();
  }
}

/** As a person who writes them down. */
async function keepRecoveryWords(document: Page): Promise<void> {
  await expect(document.getByRole('heading', { name: 'Recovery key of the team' })).toBeVisible();
  const words = await document.locator('.sheet ol li').allInnerTexts();
  expect(words.length).toBe(24);
  await document.getByRole('button', { name: 'I have written them down' }).click();
  for (const field of await document.getByLabel(/^Word \d+$/).all()) {
    const name = (await field.getAttribute('name')) ?? '';
    await field.fill(words[Number(name.slice('word-'.length)) - 1] ?? '');
  }
  await document.getByRole('button', { name: 'Confirm recovery key of the team' }).click();
  await expect(document.getByText('The recovery key of the team is set.')).toBeVisible();
  await document.close();
}

async function foundAndShare(page: Page, server: PostgresServer): Promise<void> {
  const database = await server.createTeamDatabase();
  const { user, password } = readAddress(database.desk);
  const founding = await documentOf(page, 'Create team…');
  const fill = async (values: Readonly<Record<string, string>>) => {
    for (const [label, value] of Object.entries(values))
      await founding.getByLabel(label).fill(value);
    await founding.getByRole('button', { name: 'Create team' }).click();
  };
  const url = `postgres://127.0.0.1:${server.port}/${database.name}`;
  const name = 'Treasury desk';
  await fill({
    'Name of this computer': name,
    'Your name': 'Ada Byron',
    'Database URL': url,
    'Database user': user,
    'Database password': 'wrong',
  });
  await expect(founding.getByText('does not accept this user and password')).toBeVisible();
  // What was typed is kept, but for the password.
  await expect(founding.getByLabel('Name of this computer')).toHaveValue(name);
  await expect(founding.getByLabel('Database URL')).toHaveValue(url);
  await expect(founding.getByLabel('Database password')).toHaveValue('');
  await fill({ 'Database password': password ?? '' });
  await expect(founding.getByText(/Team created\./)).toBeVisible();
  await keepRecoveryWords(founding);
  const state = page.getByRole('region', { name: 'Team', exact: true });
  await expect(state.getByText('Connected')).toBeVisible();
  const recovery = page.getByRole('region', { name: 'Recovery key of the team' });
  await expect(recovery.getByRole('button', { name: 'Change recovery key…' })).toBeVisible();

  const inviting = await documentOf(page, 'Invite computer…', 'keyboard');
  await inviting.getByRole('button', { name: 'Make invitation' }).click();
  const text = await inviting.getByLabel('Invitation').inputValue();
  await inviting.getByRole('button', { name: 'Copy' }).click();
  await expect(inviting.getByRole('button', { name: 'Copied' })).toBeVisible();
  await inviting.close();
  const other = createComputer('Laptop');
  const invitation = invitationOf(text, 0);
  const log = openTeamLog({ url: database.desk, team: invitation.team });
  await log.requests.send(invitation.id, sealRequest(invitation, other.card));

  const asking = page.getByRole('region', { name: 'Who asks to join' });
  await expect(asking.getByText('Laptop')).toBeVisible({ timeout: 20_000 });
  const admitting = await documentOf(page, 'Admit Laptop…');
  await typeWords(admitting, other.words);
  await admitting.getByRole('radio', { name: 'A new person' }).check();
  await admitting.getByLabel('Operator').check();
  await admitting.getByRole('button', { name: 'Admit computer' }).click();
  await expect(admitting.getByRole('heading', { name: 'Computer admitted' })).toBeVisible();
  await admitting.close();
  const members = page.getByRole('region', { name: 'Computers', exact: true });
  await expect(members.getByRole('button', { name: 'Remove Laptop…' })).toBeVisible();
  await expect(members.getByText('Ada Byron')).toBeVisible();
  // The password was changed, or another login is to be used.
  const changing = await documentOf(page, 'Change database access…', 'keyboard');
  await expect(changing.getByLabel('Database URL')).toHaveValue(url);
  await expect(changing.getByLabel('Database user')).toHaveValue(user);
  await changing.getByLabel('Database password').fill(password ?? '');
  await changing.getByRole('button', { name: 'Change access' }).click();
  await expect(changing.getByRole('heading', { name: 'Database access changed' })).toBeVisible();
  await changing.close();
  await expect(state.getByText('Connected')).toBeVisible();
  await expect(page.getByText('Continue in the window')).toHaveCount(0);
  await expectAccessible(page, 'Team');
  await expectNoSidewaysScroll(page, 'Team');

  // The other computer tells of a customer.
  const all = { entries: 1_000, bytes: 10_000_000 };
  const { team, stream } = invitation;
  const { entries } = await log.read(streamOfTeam(team), null, all);
  const epoch = currentEpoch(foldMembership(team, entries));
  const chain = createChain({
    signing: other.signing,
    team,
    stream,
    head: null,
    random: systemRandom,
  });
  const at = '2026-11-20T12:00:00.000Z';
  const observation = canonicalJson({
    what: 'observation',
    from: [other.card.signing],
    content: {
      kind: 'customer',
      id: 'customer_shared',
      source: 'read',
      intentKey: null,
      raw: null,
      body: { type: 'individual', email: 'margaret@example.com' },
      observedAt: at,
      happenedAt: null,
      eventId: null,
      deviations: [],
    },
  });
  const computer = other.card.signing;
  const content = factsOf({ computer, person: 'mae', computers: { [computer]: 'Laptop' } }, [
    observation,
  ]);
  await log.append([chain.next({ kind: 'facts', epoch, content, at })]);
  await log.close();

  await page.getByRole('link', { name: 'Customers', exact: true }).click();
  await page.getByRole('link', { name: 'margaret@example.com' }).click();
  await expect(page.getByText('from Laptop, handed over by mae').first()).toBeVisible();

  // Without the database everything is readable, as of the last exchange.
  await server.halt('kill');
  await expect(page.getByText(/can’t exchange data with the team’s database/).first()).toBeVisible({
    timeout: 30_000,
  });
}
