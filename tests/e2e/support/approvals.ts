/** Three computers of a team, each with its console and browser: an owner, an operator and an approver. */
import { join } from 'node:path';
import { type Browser, expect, type Page } from '@playwright/test';
import { readAddress } from '../../../src/team-log/address.ts';
import { type PostgresServer, startPostgres } from '../../../src/team-log/testing/postgres.ts';
import { type ConsoleProcess, startConsole } from '../../support/console-process.ts';
import { expectAccessible, expectNoSidewaysScroll } from './accessibility.ts';
import type { HostedService } from './hosted-service.ts';
import { Screens } from './pages/screens.ts';

interface Parts {
  readonly browser: Browser;
  readonly folder: string;
  readonly service: HostedService;
}

type Fields = Readonly<Record<string, string>>;

/** The document that an act opens: fields are filled, choices checked, and its button pressed. */
async function inDocument(
  page: Page,
  act: () => Promise<void>,
  {
    fields = {},
    choice,
    button,
    ends,
  }: { fields?: Fields; choice?: string; button: string; ends: string },
): Promise<string> {
  const opening = page.context().waitForEvent('page');
  await act();
  const document = await opening;
  const shown = await document.locator('main').innerText();
  for (const [label, value] of Object.entries(fields)) {
    await document.getByLabel(label, { exact: true }).fill(value);
  }
  if (choice !== undefined)
    await document.getByRole('radio', { name: choice, exact: true }).check();
  await document.getByRole('button', { name: button }).click();
  await expect(document.getByRole('heading', { name: ends })).toBeVisible();
  await document.close();
  return shown;
}

const press = (page: Page, name: string | RegExp) => () =>
  page.getByRole('button', { name }).click();

const openTeam = async (page: Page): Promise<void> => {
  await new Screens(page).settings.open();
  await page.getByRole('link', { name: 'Team', exact: true }).click();
};
const openApprovals = (page: Page, part: string) =>
  page.evaluate((to) => {
    location.hash = to;
  }, `/approvals${part}`);

export async function approveTogether(parts: Parts): Promise<void> {
  const server = await startPostgres();
  const running: ConsoleProcess[] = [];
  try {
    const pages: Page[] = [];
    for (const name of ['owner', 'operator', 'approver']) {
      const started = await startConsole({ dataDir: join(parts.folder, name) });
      running.push(started);
      const context = await parts.browser.newContext();
      const page = await context.newPage();
      await page.goto(await started.freshLink());
      const token = await parts.service.makeToken({ expiresInSeconds: 30 * 86_400 });
      await new Screens(page).settings.addAndUse({
        ...{ name: 'Hosted', baseUrl: `${parts.service.baseUrl}/`, token },
      });
      pages.push(page);
    }
    const [owner, operator, approver] = pages as [Page, Page, Page];
    await formTeam(server, owner, { Operator: operator, Approver: approver });
    await setPolicy(owner);
    await work({ operator, approver, service: parts.service });
    for (const page of pages) await page.context().close();
  } finally {
    for (const one of running) await one.stop();
    await server.stop();
  }
}

async function formTeam(
  server: PostgresServer,
  owner: Page,
  others: Readonly<Record<string, Page>>,
): Promise<void> {
  const database = await server.createTeamDatabase();
  const { user, password } = readAddress(database.desk);
  const access = { 'Database user': user, 'Database password': password ?? '' };
  await openTeam(owner);
  await inDocument(owner, press(owner, /^Found team/), {
    fields: { 'Database URL': `postgres://127.0.0.1:${server.port}/${database.name}`, ...access },
    ...{ button: 'Found team', ends: 'Team founded' },
  });
  for (const [role, page] of Object.entries(others)) {
    const opening = owner.context().waitForEvent('page');
    await press(owner, /^Invite/)();
    const inviting = await opening;
    await inviting.getByRole('button', { name: 'Make invitation' }).click();
    const invitation = await inviting.getByLabel('Invitation').inputValue();
    await inviting.close();
    await openTeam(page);
    const joining = page.context().waitForEvent('page');
    await press(page, /^Join team/)();
    const document = await joining;
    await document.getByLabel('Invitation').fill(invitation);
    await document.getByRole('button', { name: 'Show invitation' }).click();
    for (const [label, value] of Object.entries(access)) {
      await document.getByLabel(label, { exact: true }).fill(value);
    }
    await document.getByRole('button', { name: 'Ask to join' }).click();
    await expect(document.getByRole('heading', { name: 'Asked to join' })).toBeVisible();
    const told = await document.locator('main').innerText();
    await document.close();
    const words = [...told.matchAll(/(\d+)[. ]+([a-z]+)/g)].map(([, , word = '']) => word);
    const admitting = owner.context().waitForEvent('page');
    await owner.getByRole('button', { name: /^Admit (?!relay)/ }).click({ timeout: 30_000 });
    const admission = await admitting;
    for (const field of await admission.getByLabel(/^Word \d+$/).all()) {
      const name = await field.getAttribute('name');
      await field.fill(words[Number(name?.split('-')[1]) - 1] ?? '');
    }
    await admission.getByRole('radio', { name: role, exact: true }).check();
    await admission.getByRole('button', { name: 'Admit computer' }).click();
    await expect(admission.getByRole('heading', { name: 'Computer admitted' })).toBeVisible();
    await admission.close();
    await expect(page.getByText('Connected', { exact: true })).toBeVisible({ timeout: 30_000 });
    await expect(owner.getByRole('button', { name: /^Admit (?!relay)/ })).toHaveCount(0);
  }
}

async function setPolicy(owner: Page): Promise<void> {
  await press(owner, 'Change policy')();
  await press(owner, 'Add rule')();
  await owner.getByLabel('Applies to').selectOption({ label: 'New customers' });
  await expectAccessible(owner, 'Approval policy');
  const shown = await inDocument(owner, press(owner, 'Set policy…'), {
    ...{ button: 'Set policy', ends: 'Policy set' },
  });
  expect(shown).toContain('New customers need 1 approver.');
  await expect(owner.getByText('New customers need 1 approver.')).toBeVisible();
}

async function request(operator: Page, email: string): Promise<void> {
  const { customers } = new Screens(operator);
  await customers.startNew();
  await customers.fill({ Email: email });
  await expect(operator.getByText('Needs approval by 1 member')).toBeVisible({ timeout: 20_000 });
  await expect(customers.createButton()).toHaveCount(0);
  await operator.getByRole('button', { name: 'Request approval' }).press('Enter');
  await expect(operator.getByRole('heading', { name: email })).toBeVisible();
}

async function decide(approver: Page, email: string, choice: string, fields: Fields = {}) {
  await openApprovals(approver, '');
  await approver.getByRole('link', { name: email }).click({ timeout: 20_000 });
  const shown = await inDocument(approver, press(approver, 'Approve or refuse…'), {
    ...{ choice, fields, button: 'Sign decision' },
    ends: choice === 'Approve' ? 'Approved' : 'Refused',
  });
  expect(shown).toContain(email);
}

async function work({
  operator,
  approver,
  service,
}: {
  operator: Page;
  approver: Page;
  service: HostedService;
}): Promise<void> {
  await request(operator, 'grace@example.com');
  await expectAccessible(operator, 'A request for approval');
  await expectNoSidewaysScroll(operator, 'A request for approval');
  // Nobody approves their own.
  await expect(operator.getByRole('button', { name: 'Approve or refuse…' })).toHaveCount(0);
  expect(await service.list('customers')).toHaveLength(0);
  await decide(approver, 'grace@example.com', 'Approve');
  await openApprovals(approver, '/decided');
  await expect(approver.getByRole('link', { name: 'grace@example.com' })).toBeVisible();
  await expectAccessible(approver, 'Approvals');
  await operator.getByRole('button', { name: 'Send request' }).click({ timeout: 20_000 });
  await expect(operator.getByRole('link', { name: 'Open what was created' })).toBeVisible();
  expect(await service.list('customers')).toHaveLength(1);

  await request(operator, 'edsger@example.com');
  await decide(approver, 'edsger@example.com', 'Refuse', { Note: 'Not this one.' });
  await expect(operator.getByText('Not this one.')).toBeVisible({ timeout: 20_000 });
  await expect(operator.getByRole('button', { name: 'Send request' })).toHaveCount(0);
  await new Screens(operator).go('Overview');
  await expect(operator.getByText(/request of yours was refused/)).toBeVisible({ timeout: 20_000 });

  await request(operator, 'alan@example.com');
  await press(operator, 'Withdraw request')();
  await operator.getByRole('dialog').getByRole('button', { name: 'Withdraw request' }).click();
  await expect(operator.getByText('Withdrawn', { exact: true }).first()).toBeVisible();
  expect(await service.list('customers')).toHaveLength(1);
}
