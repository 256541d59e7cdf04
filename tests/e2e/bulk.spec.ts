import { expect, type Page } from '@playwright/test';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import writeXlsxFile from 'write-excel-file/node';
import { expectAccessible } from './support/accessibility.ts';
import { test as base, openOnHosted } from './support/fixtures.ts';
import type { HostedService } from './support/hosted-service.ts';
import type { OwnConsole } from './support/hosts.ts';
import { tabTo } from './support/keyboard.ts';
import type { BulkPage } from './support/pages/bulk.ts';
import { Screens } from './support/pages/screens.ts';
import { ada } from './support/samples.ts';

const test = base.extend(openOnHosted);

/** Its capitals carry a checksum, so a wrong character is found. */
const wallet = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';

/** Small letters alone carry no checksum, so a start asks about them. */
const walletOf = (number: number): string =>
  `0x${'ab'.repeat(15)}${String(number).padStart(10, '0')}`;

const headings = ['Customer ID', 'Source', 'Destination', 'Lies on', 'Wallet', 'Fee', 'Note'];

const row = (customer: string, address: string, fee = '40') => [
  customer,
  'USD',
  'USDC',
  'ethereum',
  address,
  fee,
  'met in May',
];

/** A profile of its own at the service, and one customer there. */
async function atService(page: Page, service: HostedService): Promise<string> {
  const screens = new Screens(page);
  await screens.go('Customers');
  await screens.customers.create(ada);
  await expect(screens.customers.detail('Ada Byron')).toBeVisible();
  const [customer] = await service.list('customers');
  return String(customer?.['id']);
}

const accountsAt = async (service: HostedService): Promise<string[]> =>
  (await service.list('virtual-accounts')).map(({ id }) => String(id));

test('a file becomes accounts, each row once, whatever comes between', {
  tag: '@browser',
}, async ({ own, app, service }) => {
  // Choosers are taken over from here on: switched on with the wait for one, a key can be faster.
  app.on('filechooser', () => undefined);
  const customer = await atService(app, service);
  await byKeyboard(app, service, customer);
  await throughAKill(own, service, customer);
});

/** Good, bad and equal rows of a CSV file, from the choice of the file to its result. */
async function byKeyboard(app: Page, service: HostedService, customer: string): Promise<void> {
  const screens = new Screens(app);
  const { bulk } = screens;
  await screens.go('Bulk runs');
  await expect(screens.heading('Bulk runs')).toHaveText('Bulk runs · 0');
  await tabTo(app, 'New bulk run');
  await app.keyboard.press('Enter');
  await expectAccessible(app, 'choosing a file');

  const good = Array.from({ length: 12 }, (_, index) => row(customer, walletOf(index)));
  const rows = [
    headings,
    row(customer, wallet),
    ...good,
    row(customer, wallet.replace('F3E', 'F3F')),
    row(customer, walletOf(3)),
    row(customer, walletOf(99), '650'),
  ];
  await tabTo(app, 'Choose file…');
  const content = rows.map((cells) => cells.join(',')).join('\r\n');
  await bulk.give({ name: 'payees.csv', content }, () => app.keyboard.press('Enter'));

  // A column whose heading says nothing is chosen by hand.
  await expect(screens.heading('payees.csv')).toBeVisible();
  await expect(app.getByText('No column is matched to Network.', { exact: false })).toBeVisible();
  await expect(app.getByText('Not used: Lies on, Note.')).toBeVisible();
  await expect(bulk.column('Wallet')).toHaveValue('walletAddress');
  await expectAccessible(app, 'columns');
  await tabTo(app, 'Field for “Lies on”', 'combobox');
  // A list of choices takes letters together that come within a second of each other.
  await expect(async () => {
    await app.keyboard.type('Network');
    await expect(bulk.column('Lies on')).toHaveValue('network', { timeout: 3_000 });
  }).toPass();
  await expect(app.getByText('Not used: Note.')).toBeVisible();
  await expect(app.getByText('Required columns are missing')).toBeHidden();
  const preview = app.getByRole('region', { name: 'Preview of the first rows' }).getByRole('row');
  await expect(preview.nth(1)).toContainText(wallet);

  // The first row is data when a person says so, and back: what was chosen stays.
  await bulk.firstRow().selectOption('data, like the rows below');
  await expect(preview.nth(1)).toContainText('Customer ID');
  await expect(bulk.column('Column 4 (no heading)')).toHaveValue('network');
  await bulk.firstRow().selectOption('column headings');
  await expect(preview.nth(1)).toContainText(wallet);
  await expect(bulk.column('Lies on')).toHaveValue('network');
  await tabTo(app, 'Check rows', 'link');
  await app.keyboard.press('Enter');

  // What cannot be sent comes first, with its row, column and reason.
  await expect(bulk.part('Can’t be sent')).toHaveText('Can’t be sent 1');
  await expect(bulk.rows()).toHaveCount(1);
  await expect(bulk.rows()).toContainText(/^Row 15.*Wallet.*checksum is wrong/);
  await expectAccessible(app, 'what was found');
  const problems = await bulk.table('Download issues (CSV)');
  expect(problems.map((line) => [line['row'], line['column'], line['value']])).toEqual([
    ['15', 'Wallet', wallet.replace('F3E', 'F3F')],
  ]);
  await bulk.part('Duplicates').press('Enter');
  await expect(bulk.rows()).toHaveCount(1);
  await expect(bulk.rows()).toContainText('Row 6');
  await expect(app.getByRole('checkbox', { name: 'Include row 16' })).not.toBeChecked();

  await tabTo(app, 'Review 14 rows', 'link');
  await app.keyboard.press('Enter');
  await expect(
    app.getByRole('heading', { name: '14 virtual accounts will be created' }),
  ).toBeFocused();
  await expect(app.getByText('Left out: 1 row that can’t be sent and 1 duplicate.')).toBeVisible();
  const address = bulk.rows().first().getByTitle(wallet);
  await expect(address).toHaveText(wallet);
  const groups = await address.locator('span').allTextContents();
  expect(groups.join('')).toBe(wallet);
  expect(groups.slice(1, -1).every((group) => group.length === 4)).toBe(true);

  // Nothing starts before each question has its answer.
  await tabTo(app, 'Create 14 virtual accounts');
  await app.keyboard.press('Enter');
  const first = app.getByRole('checkbox').first();
  await expect(first).toBeFocused();
  await expect(app.getByText('Select this box to confirm.')).toHaveCount(2);
  await expectAccessible(app, 'the review');
  await app.keyboard.press('Space');
  await expect(first).toBeChecked();
  // The rows that a question is about are named, and shown alone.
  await expect(app.getByText('Row 17 (Ada Byron)')).toBeVisible();
  await app.keyboard.press('Tab');
  await app.keyboard.press('Tab');
  await expect(app.getByRole('checkbox').nth(1)).toBeFocused();
  await app.keyboard.press('Space');
  await app.keyboard.press('Tab');
  await app.keyboard.press('Enter');
  await expect(app.getByRole('heading', { name: 'Rows to send: 1 row to confirm' })).toBeFocused();
  await expect(bulk.rows()).toHaveCount(1);
  await expect(bulk.rows()).toContainText('650 bps');
  await app.getByRole('button', { name: 'Show all rows' }).click();
  await expect(bulk.rows().first()).toContainText('Ada Byron');
  await expect(app.getByRole('checkbox').nth(1)).toBeChecked();
  await expect(app.getByText('Select this box to confirm.')).toHaveCount(0);
  expect(await accountsAt(service)).toHaveLength(0);
  await tabTo(app, 'Create 14 virtual accounts');
  await app.keyboard.press('Enter');

  await expect(app.getByText('14 virtual accounts created')).toBeVisible();
  await expect(bulk.progress()).toHaveAttribute('aria-valuetext', '14 of 14');
  const ids = await accountsAt(service);
  expect(ids).toHaveLength(14);
  await expectAccessible(app, 'the result');
  const result = await bulk.table('Download result (CSV)');
  expect(result).toHaveLength(16);
  const created = result.filter(({ state }) => state === 'created');
  expect(created.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
  expect(created.every((line) => line['deposit bankAccountNumber'] !== '')).toBe(true);
  expect(result.filter(({ state }) => state === 'left-out').map((line) => line['row'])).toEqual([
    '15',
    '16',
  ]);

  // The same file again: all of it is known, and that is said loudly.
  await screens.go('Bulk runs');
  await expect(bulk.rows()).toContainText(['payees.csv']);
  await app.getByRole('button', { name: 'New bulk run' }).click();
  await bulk.give({ name: 'payees.csv', content }, () => bulk.chooseButton().click());
  await expect(
    app.getByText('A file with the same content was run before', { exact: true }),
  ).toBeVisible();
  await bulk.column('Lies on').selectOption('Network');
  await expect(app.getByText('Not used: Note.')).toBeVisible();
  await app.getByRole('link', { name: 'Check rows' }).click();
  await expect(bulk.part('Duplicates')).toHaveText('Duplicates 15');
  await expect(app.getByText('This file has no rows that can be sent.')).toBeVisible();
  await correctRow(app, bulk);
  await bulk.button('Discard file').click();
  await app.getByRole('dialog').getByRole('button', { name: 'Discard file' }).click();
  await expect(screens.heading('Bulk runs')).toHaveText('Bulk runs · 1');
  await businesses(app, service);
}

/**
 * Businesses from a file bear the names that the desk gives them there, and the service gets none.
 * Beside the one that it refuses stands its answer.
 */
async function businesses(app: Page, service: HostedService): Promise<void> {
  const screens = new Screens(app);
  const { bulk } = screens;
  await app.getByRole('button', { name: 'New bulk run' }).click();
  await app.getByRole('radio', { name: 'Customers' }).check();
  const content = [
    'Type,Email,Phone,Display name',
    'business,desk@harbour.example,,Harbour GmbH',
    'business,rue@quai.example,,Quai SA',
    'business,,+14155550177,Mole AG',
  ].join('\r\n');
  await bulk.give({ name: 'businesses.csv', content }, () => bulk.chooseButton().click());
  await expect(bulk.column('Display name')).toHaveValue('ownName');
  await app.getByRole('link', { name: 'Check rows' }).click();
  await service.control('PATCH', '/settings', { requiredCustomerFields: ['email'] });
  await bulk.start(3, 'customers');
  await expect(app.getByText('2 customers created')).toBeVisible();
  await bulk.part('Refused').click();
  await expect(bulk.rows()).toHaveCount(1);
  await bulk.rows().getByText('Response as received').click();
  await expect(bulk.rows().locator('pre')).toContainText('Required');
  expect(JSON.stringify(await service.list('customers'))).not.toContain('Harbour');
  await screens.go('Customers');
  await expect(app.getByRole('row', { name: /Quai SA/ })).toContainText('rue@quai.example');
}

/** A row that cannot be sent is corrected where it stands, checked again, and asked about. */
async function correctRow(app: Page, bulk: BulkPage): Promise<void> {
  await bulk.part('Can’t be sent').click();
  await bulk.button('Correct row 15').click();
  const dialog = app.getByRole('dialog', { name: 'Correct row 15' });
  const address = dialog.getByRole('combobox', { name: 'Wallet address' });
  await expect(address).toHaveValue(wallet.replace('F3E', 'F3F'));
  await expect(dialog.getByText('checksum is wrong')).toBeVisible();
  await expectAccessible(app, 'correcting a row');
  await address.fill('0x12');
  await address.press('Enter');
  await expect(address).toHaveAccessibleDescription(/40 hex digits/);
  await address.fill(walletOf(500));
  await dialog.getByRole('button', { name: 'Check row again' }).click();
  await expect(dialog).toBeHidden();
  await expect(bulk.part('Can’t be sent')).toHaveText('Can’t be sent 0');
  await bulk.part('Will be sent').click();
  await expect(bulk.rows()).toContainText(/^Row 15.*Corrected in Causeway: Wallet address/);
  await app.getByRole('link', { name: 'Review 1 row' }).click();
  await expect(
    app.getByText('1 row was corrected in Causeway and differs from the file.'),
  ).toBeVisible();
}

/** The workbook with its second row hidden, as a filter hides it. */
function withHiddenRow(workbook: Uint8Array): Buffer {
  const parts = unzipSync(workbook);
  const path = 'xl/worksheets/sheet1.xml';
  const sheet = strFromU8(parts[path] ?? new Uint8Array());
  parts[path] = strToU8(sheet.replace('<row r="2"', '<row hidden="1" r="2"'));
  return Buffer.from(zipSync(parts));
}

/** What is said of so many rows is one line a kind, which opens onto its rows. */
async function remarksByKind(app: Page, bulk: BulkPage, total: number): Promise<void> {
  await bulk.part('Warnings').click();
  const kinds = app.getByRole('list', { name: 'Issues by kind' });
  const checksum = kinds.getByRole('button', { name: 'has no checksum' });
  await expect(checksum).toContainText(`${total} rows`);
  await expect(bulk.rows()).toHaveCount(0);
  await expectAccessible(app, 'what was found, by kind');
  await checksum.press('Enter');
  await expect(checksum).toHaveAttribute('aria-expanded', 'true');
  await expect(app.getByRole('main').getByRole('table')).toHaveAttribute(
    'aria-rowcount',
    String(total + 1),
  );
  await expect(bulk.rows().first()).toContainText('has no checksum');
  await expectAccessible(app, 'the rows of one kind');
  await checksum.press('Enter');
  await expect(bulk.rows()).toHaveCount(0);
}

/** A run against a limit of the service, paused, killed, and gone on with. */
async function throughAKill(
  own: OwnConsole,
  service: HostedService,
  customer: string,
): Promise<void> {
  const app = await own.open();
  const screens = new Screens(app);
  const { bulk } = screens;
  const before = new Set(await accountsAt(service));
  // Slow enough that it is still under way when somebody pauses it, and when it is killed.
  await service.control('PATCH', '/settings', { rateLimitPerSecond: 10 });
  const total = 200;
  const rows = Array.from({ length: total }, (_, index) => row(customer, walletOf(1_000 + index)));
  const content = withHiddenRow(
    await writeXlsxFile(
      [headings.with(3, 'Network'), row(customer, walletOf(999)), ...rows].map((cells) =>
        cells.map((value) => ({ value, type: String })),
      ),
    ).toBuffer(),
  );
  await screens.go('Bulk runs');
  await app.getByRole('button', { name: 'New bulk run' }).click();
  await bulk.give({ name: 'payees.xlsx', content }, () => bulk.chooseButton().click());
  // What is hidden in the file is left out, until a person sends it too.
  await expect(app.getByText('1 row is hidden in this file and will be left out')).toBeVisible();
  await app.getByRole('link', { name: 'Check rows' }).click();
  await bulk.part('Hidden').click();
  await expect(bulk.rows()).toContainText(/^Row 2.*hidden in the file.*is left out/);
  await expectAccessible(app, 'hidden rows');
  await bulk.button('Send hidden rows too').click();
  await expect(app.getByText('1 row is hidden in this file and will be sent too')).toBeVisible();
  await bulk.button('Leave hidden rows out').click();
  await expect(app.getByText('1 row is hidden in this file and will be left out')).toBeVisible();
  await remarksByKind(app, bulk, total);
  await bulk.start(total);

  // It learns the limit from a refusal, and says so, also on every other screen.
  await expect(app.getByText(/^Slowed to [\d.]+ per second/)).toBeVisible();
  await screens.go('Virtual accounts');
  await app.getByRole('status').filter({ hasText: 'payees.xlsx' }).getByRole('link').click();
  await bulk.button('Pause').click();
  await expect(app.getByText('Paused by a user', { exact: true })).toBeVisible();
  await expect(bulk.part('Sending')).toHaveCount(0);
  const atPause = (await accountsAt(service)).length;
  expect(atPause - before.size).toBeLessThan(total);
  await expect(bulk.part('Created')).toHaveText(`Created ${atPause - before.size}`);
  await bulk.button('Resume').click();
  await expect.poll(async () => (await accountsAt(service)).length).toBeGreaterThan(atPause + 10);

  await own.stop('SIGKILL');
  await service.control('PATCH', '/settings', { rateLimitPerSecond: 100 });
  await own.open();
  // Said among what needs somebody, also where a request of unknown outcome leads the frame.
  await app.getByRole('link', { name: '1 bulk run is waiting' }).click();
  await expect(app.getByText('Causeway stopped during this run')).toBeVisible();
  const sure = app.getByText(
    /^Certain from the requests stored on this computer: \d+ created, 0 refused\./,
  );
  await expect(sure).toBeVisible();
  await bulk.button('Resume').click();
  await expect(bulk.progress()).toHaveAttribute('aria-valuenow', String(total), {
    timeout: 120_000,
  });
  await expect(app.getByText(/^\d+ virtual accounts created$/)).toBeVisible();

  // Every row has one account at the service, or stands apart because nobody knows.
  const all = await bulk.table('Download result (CSV)');
  const out = all.filter(({ state }) => state === 'left-out');
  expect(out.map((line) => [line['row'], line['name']])).toEqual([['2', 'Ada Byron']]);
  const result = all.filter(({ state }) => state !== 'left-out');
  const states = Map.groupBy(result, ({ state }) => state);
  expect([...states.keys()].every((state) => state === 'created' || state === 'unknown')).toBe(
    true,
  );
  const accounts = (await service.list('virtual-accounts')).filter(
    ({ id }) => !before.has(String(id)),
  );
  const wallets = accounts.map((account) => /0x[0-9a-f]{40}/i.exec(JSON.stringify(account))?.[0]);
  expect(wallets).not.toContain(undefined);
  expect(new Set(wallets).size).toBe(wallets.length);
  const known = (states.get('created') ?? []).map(({ id }) => id);
  const ids = new Set(accounts.map(({ id }) => String(id)));
  expect(known.every((id) => id !== undefined && ids.has(id))).toBe(true);
  expect(ids.size).toBeLessThanOrEqual(total);
  expect(known.length + (states.get('unknown') ?? []).length).toBe(total);
}
