/** Three computers of a team, each with its console and browser: an owner, an operator and an approver. */
import { join } from 'node:path';
import { type Browser, type BrowserType, expect, type Page } from '@playwright/test';
import { readAddress } from '../../../src/team-log/address.ts';
import { type PostgresServer, startPostgres } from '../../../src/team-log/testing/postgres.ts';
import { type ConsoleProcess, startConsole } from '../../support/console-process.ts';
import { expectAccessible, expectNoSidewaysScroll } from './accessibility.ts';
import { documentOf, typeWords } from './hand-over.ts';
import type { HostedService } from './hosted-service.ts';
import type { BulkFile } from './pages/bulk.ts';
import { Screens } from './pages/screens.ts';
import { UnresolvedPage } from './pages/unresolved.ts';
import { account } from './samples.ts';

interface Parts {
  /** Each computer launches one. */
  readonly browserType: BrowserType;
  readonly folder: string;
  readonly service: HostedService;
  /** Looks at a screen of a team; left out where nobody does. */
  readonly look?: (page: Page, what: string) => Promise<void>;
}

type Fields = Readonly<Record<string, string>>;

interface Acted {
  readonly fields?: Fields;
  readonly button: string;
  readonly ends: string;
  /** It is looked at by axe, and used by the keyboard alone. */
  readonly byKeyboard?: boolean;
}

/** Tab by Tab until it is reached, as somebody without a pointer does. */
async function pressByKeyboard(page: Page, name: string): Promise<void> {
  const button = page.getByRole('button', { name });
  const isReached = () => button.evaluate((element) => element === document.activeElement);
  for (let step = 0; step < 50 && !(await isReached()); step += 1) await page.keyboard.press('Tab');
  await expect(button).toBeFocused();
  await page.keyboard.press('Enter');
}

/** The document that an act opens: fields are filled, choices checked, and its button pressed. */
async function inDocument(
  page: Page,
  act: () => Promise<void>,
  { fields = {}, button, ends, byKeyboard = false }: Acted,
): Promise<string> {
  const opening = page.context().waitForEvent('page');
  await act();
  const document = await opening;
  const shown = await document.locator('main').innerText();
  for (const [label, value] of Object.entries(fields)) {
    await document.getByLabel(label, { exact: true }).fill(value);
  }
  if (byKeyboard) {
    await expectAccessible(document, button);
    await expectNoSidewaysScroll(document, button);
    await pressByKeyboard(document, button);
  } else await document.getByRole('button', { name: button }).click();
  await expect(document.getByRole('heading', { name: ends })).toBeVisible();
  if (byKeyboard) await expectAccessible(document, ends);
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
  const browsers: Browser[] = [];
  try {
    const pages: Page[] = [];
    for (const name of ['owner', 'operator', 'approver']) {
      const started = await startConsole({ dataDir: join(parts.folder, name) });
      running.push(started);
      const browser = await parts.browserType.launch();
      browsers.push(browser);
      const page = await browser.newPage();
      await page.goto(await started.freshLink());
      const token = await parts.service.makeToken({ expiresInSeconds: 30 * 86_400 });
      await new Screens(page).settings.addAndUse({
        name: 'Hosted',
        baseUrl: `${parts.service.baseUrl}/`,
        token,
      });
      pages.push(page);
    }
    const [owner, operator, approver] = pages as [Page, Page, Page];
    await formTeam(server, owner, { Operator: operator, Approver: approver });
    await setPolicy(owner);
    const { service, look = async () => undefined } = parts;
    await look(owner, 'settings');
    await work({ operator, approver, service, look });
    await look(owner, 'approvals');
  } finally {
    for (const one of browsers) await one.close();
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
  await inDocument(owner, press(owner, /^Create team/), {
    fields: {
      'Name of this computer': 'Treasury',
      ...access,
      'Database URL': `postgres://127.0.0.1:${server.port}/${database.name}`,
    },
    button: 'Create team',
    ends: 'Recovery key of the team',
  });
  for (const [role, page] of Object.entries(others)) {
    const inviting = await documentOf(owner, 'Invite computer…');
    await inviting.getByRole('button', { name: 'Make invitation' }).click();
    const invitation = await inviting.getByLabel('Invitation').inputValue();
    await inviting.close();
    await openTeam(page);
    const document = await documentOf(page, 'Join team…');
    await document.getByLabel('Invitation').fill(invitation);
    await document.getByRole('button', { name: 'Show invitation' }).click();
    // Three computers of one name: each is told apart by the one that is given here.
    await expect(document.getByLabel('Name of this computer')).not.toHaveValue('');
    for (const [label, value] of Object.entries({ 'Name of this computer': role, ...access })) {
      await document.getByLabel(label, { exact: true }).fill(value);
    }
    await document.getByRole('button', { name: 'Ask to join' }).click();
    await expect(document.getByRole('heading', { name: 'Asked to join' })).toBeVisible();
    const words = await document.getByRole('listitem').allInnerTexts();
    await document.close();
    // Before it is admitted nothing is known of the key: not that there is none, either.
    await expect(page.getByRole('region', { name: 'Computers', exact: true })).toBeVisible();
    await expect(page.getByRole('region', { name: 'Recovery key of the team' })).toHaveCount(0);
    const admitting = owner.context().waitForEvent('page');
    await owner.getByRole('button', { name: /^Admit (?!relay)/ }).click({ timeout: 30_000 });
    const admission = await admitting;
    await typeWords(admission, words);
    await expect(admission.getByLabel('Name of the computer')).toHaveValue(role);
    await admission.getByRole('radio', { name: 'A new person' }).check();
    await admission.getByLabel('Name of the new person').fill(`${role}’s person`);
    await admission.getByRole('radio', { name: role, exact: true }).check();
    await admission.getByRole('button', { name: 'Admit computer' }).click();
    await expect(admission.getByRole('heading', { name: 'Computer admitted' })).toBeVisible();
    await admission.close();
    await expect(page.getByText('Connected', { exact: true })).toBeVisible({ timeout: 30_000 });
    await expect(page.getByRole('region', { name: 'Recovery key of the team' })).toBeVisible();
    await expect(owner.getByRole('button', { name: /^Admit (?!relay)/ })).toHaveCount(0);
  }
}

async function setPolicy(owner: Page): Promise<void> {
  await press(owner, 'Change policy')();
  for (const label of ['New customers', 'New virtual accounts', 'New webhooks', 'Bulk runs']) {
    await press(owner, 'Add rule')();
    await owner.getByLabel('Applies to').last().selectOption({ label });
  }
  await expectAccessible(owner, 'Approval policy');
  await expectNoSidewaysScroll(owner, 'Approval policy');
  const shown = await inDocument(owner, press(owner, 'Set policy…'), {
    button: 'Set policy',
    ends: 'Policy set',
  });
  expect(shown).toContain('New customers need 1 approver.');
  await expect(owner.getByText('New customers need 1 approver.')).toBeVisible();
  // Its form has done its work.
  await expect(owner.getByRole('button', { name: 'Change policy' })).toBeVisible();
}

/** What a form offers in place of sending, by the keyboard. Leads to the request, by its title. */
async function ask(operator: Page, title: string | RegExp): Promise<void> {
  await expect(operator.getByText('Needs approval by 1 member')).toBeVisible({ timeout: 20_000 });
  await expectAccessible(operator, 'A form that needs approval');
  await operator.getByRole('button', { name: 'Request approval' }).press('Enter');
  await expect(operator.getByRole('heading', { name: title })).toBeVisible();
}

async function request(operator: Page, email: string): Promise<void> {
  const { customers } = new Screens(operator);
  await customers.startNew();
  await customers.fill({ Email: email });
  await expect(operator.getByText('Needs approval by 1 member')).toBeVisible({ timeout: 20_000 });
  await expect(customers.createButton()).toHaveCount(0);
  await ask(operator, email);
}

async function decide(
  approver: Page,
  title: string | RegExp,
  button: string,
  { fields = {}, byKeyboard = false }: Pick<Acted, 'fields' | 'byKeyboard'> = {},
): Promise<string> {
  await openApprovals(approver, '');
  await approver.getByRole('link', { name: title }).click({ timeout: 20_000 });
  const open = approver.getByRole('button', { name: 'Approve or refuse…' });
  return await inDocument(approver, () => (byKeyboard ? open.press('Enter') : open.click()), {
    fields,
    button,
    byKeyboard,
    ends: button === 'Sign approval' ? 'Approved' : 'Refused',
  });
}

/** Approved by the other, then sent from where it was requested. */
async function approveAndSend(
  { operator, approver }: Pick<Work, 'operator' | 'approver'>,
  title: string | RegExp,
  end: string | RegExp = 'Open what was created',
): Promise<string> {
  const shown = await decide(approver, title, 'Sign approval');
  await operator.getByRole('button', { name: 'Send request' }).click({ timeout: 20_000 });
  await expect(operator.getByRole('link', { name: end })).toBeVisible();
  return shown;
}

interface Work {
  readonly operator: Page;
  readonly approver: Page;
  readonly service: HostedService;
  readonly look: NonNullable<Parts['look']>;
}

async function work(all: Work): Promise<void> {
  const { operator, approver, service, look } = all;
  await request(operator, 'grace@example.com');
  await expectAccessible(operator, 'A request for approval');
  await expectNoSidewaysScroll(operator, 'A request for approval');
  await look(operator, 'request');
  // Nobody approves their own.
  await expect(operator.getByRole('button', { name: 'Approve or refuse…' })).toHaveCount(0);
  expect(await service.list('customers')).toHaveLength(0);
  const byKeyboard = { byKeyboard: true };
  expect(await decide(approver, 'grace@example.com', 'Sign approval', byKeyboard)).toContain(
    'grace@example.com',
  );
  await openApprovals(approver, '/decided');
  await expect(approver.getByRole('link', { name: 'grace@example.com' })).toBeVisible();
  await expectAccessible(approver, 'Approvals');
  await look(approver, 'decided');
  await operator.getByRole('button', { name: 'Send request' }).click({ timeout: 20_000 });
  await expect(operator.getByRole('link', { name: 'Open what was created' })).toBeVisible();
  expect(await service.list('customers')).toHaveLength(1);

  await request(operator, 'edsger@example.com');
  await decide(approver, 'edsger@example.com', 'Sign refusal', {
    fields: { Note: 'Not this one.' },
  });
  await expect(operator.getByText('Not this one.')).toBeVisible({ timeout: 20_000 });
  await expect(operator.getByRole('button', { name: 'Send request' })).toHaveCount(0);
  await new Screens(operator).go('Overview');
  await expect(operator.getByText(/request of yours was refused/)).toBeVisible({ timeout: 20_000 });

  await request(operator, 'alan@example.com');
  await press(operator, 'Withdraw request')();
  await operator.getByRole('dialog').getByRole('button', { name: 'Withdraw request' }).click();
  await expect(operator.getByText('Withdrawn', { exact: true }).first()).toBeVisible();
  expect(await service.list('customers')).toHaveLength(1);

  await approveAccount(all);
  await approveWebhook(all);
  await approveFile(all);
  await approveSendingAgain(all);
  await askWithoutService(all);
}

async function approveAccount(all: Work): Promise<void> {
  const { operator, service } = all;
  const screens = new Screens(operator);
  const { virtualAccounts } = screens;
  await screens.go('Virtual accounts');
  await virtualAccounts.startNew();
  await virtualAccounts.fill({ ...account, Customer: 'grace@example.com' });
  await virtualAccounts.reviewButton().click();
  await expect(virtualAccounts.createButton()).toHaveCount(0, { timeout: 20_000 });
  for (const box of await operator.getByRole('checkbox').all()) await box.check();
  await ask(operator, /USDC · ethereum/);
  const shown = await approveAndSend(all, /USDC · ethereum/);
  // Whole and in groups, as it is compared.
  expect(shown).toContain('0x 5290 8400 0985 2788 6E0F 7030 0698 57D2 E416 9EE7');
  expect(await service.list('virtual-accounts')).toHaveLength(1);
}

async function approveWebhook(all: Work): Promise<void> {
  const { operator, service } = all;
  const { webhooks } = new Screens(operator);
  const url = 'https://hooks.example.com/in';
  await webhooks.go('Webhooks');
  await webhooks.newButton().click();
  await webhooks.fill({ Name: 'Treasury', URL: url });
  await expect(webhooks.createButton()).toHaveCount(0);
  await ask(operator, url);
  await approveAndSend(all, url);
  expect(await service.list('webhooks')).toHaveLength(1);
}

/** Refused once: its rows come back as a file, with what was corrected, and are requested again. */
async function approveFile(all: Work): Promise<void> {
  const { operator, approver, service, look } = all;
  const { bulk } = new Screens(operator);
  const content = 'type,email\nindividual,one@example.com\nindividual,two@example.com';
  await requestFile(operator, { name: 'joiners.csv', content });
  const fields = { Note: 'Two people of one company.' };
  await decide(approver, 'joiners.csv', 'Sign refusal', { fields });
  const rows = await bulk.file('Download rows (CSV)');
  expect(rows.name).toMatch(/^SANDBOX-requested-rows-.*\.csv$/);
  expect(rows.bytes.toString()).toContain('two@example.com');
  await look(operator, 'refused-file');
  const again = { name: 'again.csv', content: rows.bytes };
  await requestFile(operator, again);
  const shown = await approveAndSend(all, again.name, 'Open bulk run');
  for (const email of ['one@example.com', 'two@example.com']) expect(shown).toContain(email);
  await expect.poll(async () => (await service.list('customers')).length).toBe(3);
}

async function requestFile(operator: Page, file: BulkFile): Promise<void> {
  const { bulk } = new Screens(operator);
  await operator.evaluate(() => {
    location.hash = '/bulk/new/customers';
  });
  await bulk.give(file, () => bulk.chooseButton().click());
  await operator.getByRole('link', { name: 'Check rows' }).click();
  await operator.getByRole('link', { name: 'Review 2 rows' }).click({ timeout: 20_000 });
  for (const box of await operator.getByRole('checkbox').all()) await box.check();
  await ask(operator, file.name);
}

async function approveSendingAgain(all: Work): Promise<void> {
  const { operator, approver, service } = all;
  const screens = new Screens(operator);
  const unresolved = new UnresolvedPage(operator);
  await request(operator, 'lost@example.com');
  await decide(approver, 'lost@example.com', 'Sign approval');
  await service.fault({ kind: 'drop', operation: 'createCustomer', when: 'before' });
  await operator.getByRole('button', { name: 'Send request' }).click({ timeout: 20_000 });
  await expect(operator.getByText('1 request has an unknown outcome')).toBeVisible();
  await screens.go('Unresolved');
  await unresolved.open('lost@example.com');
  const detail = unresolved.detail('Create customer');
  await detail.getByRole('button', { name: 'Mark as not created…' }).click();
  await unresolved.goOn('Mark as not created', 'Mark as not created');
  await detail.getByRole('button', { name: 'Send again…' }).click();
  const dialog = unresolved.dialog('Send again?');
  await expect(dialog.getByRole('button', { name: 'Send again' })).toHaveCount(0, {
    timeout: 20_000,
  });
  await ask(operator, 'lost@example.com');
  await approveAndSend(all, 'lost@example.com');
  expect(await service.list('customers')).toHaveLength(4);
}

/** The team is asked without the service. */
async function askWithoutService({ operator, service }: Work): Promise<void> {
  await service.stop();
  await operator.getByRole('button', { name: 'Check now' }).click();
  await expect(operator.getByText('Service unreachable')).toBeVisible({ timeout: 20_000 });
  await request(operator, 'offline@example.com');
}
