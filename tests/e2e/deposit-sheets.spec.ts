import { readFile, writeFile } from 'node:fs/promises';
import { expect, type Locator, type Page } from '@playwright/test';
import { unzipSync } from 'fflate';
import { plainPng } from '../../src/main/core/pdf/testing/pictures.ts';
import { readPdf, textOf } from '../../src/main/core/pdf/testing/read-pdf.ts';
import { expectAccessible, expectNoSidewaysScroll } from './support/accessibility.ts';
import { test } from './support/fixtures.ts';
import { confirmDocument } from './support/secret-document.ts';
import { seedVirtualAccounts } from './support/seed.ts';

test.use({ startArguments: ['--ephemeral'] });

/** Saved by one button. */
async function saved(page: Page, dialog: Locator, what: string) {
  const save = dialog.getByRole('button', { name: `Save ${what}` });
  const [download] = await Promise.all([page.waitForEvent('download'), save.press('Enter')]);
  const bytes = await readFile(await download.path());
  return { bytes, name: download.suggestedFilename() };
}

test(
  'sheets are made with the company’s letterhead: of one account, of those chosen, of all in a zip',
  { tag: '@browser' },
  async ({ own, app, screens, folder }, info) => {
    const shoot = async (what: string): Promise<void> => {
      await info.attach(what, { body: await app.screenshot(), contentType: 'image/png' });
    };
    // The newest come first in the list.
    const names = [
      ...Array.from({ length: 26 }, (_, at) => ['Customer', `Number${at}`] as const),
      ['中村', '太郎'],
      ['Дмитрий', 'Щукин'],
      ['Grace', 'Hopper'],
      ['Ada', 'Byron'],
    ] as const;
    const ids = await seedVirtualAccounts(await own.process().freshLink(), names);
    const ada = String(ids.at(-1));

    // The letterhead, by keyboard alone but for the system's own dialog.
    await screens.go('Settings');
    await app.getByRole('link', { name: 'Company', exact: true }).click();
    await app.getByLabel('Company name').fill('Northwind Treasury');
    await app.keyboard.press('Tab');
    await expect(app.getByRole('textbox', { name: 'Address' })).toBeFocused();
    await app.keyboard.type('18 Finsbury Circus\nLondon');
    const save = app.getByRole('button', { name: 'Save company' });
    await confirmDocument(app, () => save.press('Enter'), 'Save letterhead');
    await expect(app.getByText('Saved.')).toBeVisible();
    const broken = `${folder}/broken.png`;
    const picture = `${folder}/logo.png`;
    await writeFile(picture, plainPng(240, 60));
    await writeFile(broken, (await readFile(picture)).subarray(0, 200));
    await app.locator('input[type=file]').setInputFiles(broken);
    await expect(app.getByText('The PNG file is damaged or incomplete.')).toBeVisible();
    const logo = app.locator('input[type=file]');
    await confirmDocument(app, () => logo.setInputFiles(picture), 'Set logo');
    await expect(app.getByRole('img', { name: 'Logo of the company' })).toBeVisible();
    await expectAccessible(app, 'the company');
    await shoot('the company');

    // One account: what the PDF says is what the screen says, whole.
    await screens.go('Virtual accounts');
    const list = app.getByRole('table', { name: 'Virtual accounts' });
    await list.getByRole('link', { name: 'Ada Byron' }).press('Enter');
    const makeOne = app.getByRole('button', { name: 'Deposit sheet', exact: true });
    await makeOne.press('Enter');
    const one = app.getByRole('dialog', { name: 'Deposit sheet', exact: true });
    const preview = one.getByRole('region', { name: 'Preview' });
    await expect(preview).toContainText('For Ada Byron');
    await expect(preview).toContainText('18 Finsbury Circus');
    await expectAccessible(app, 'the sheet of one account');
    await shoot('the sheet of one account');
    await one.getByRole('radio', { name: 'Text', exact: true }).check();
    const text = one.getByRole('region', { name: 'Text' });
    await expect(text).toContainText('For Ada Byron');
    const shown = await text.innerText();
    const walletAddress = /Wallet address: (0x[0-9a-fA-F]{40})/.exec(shown)?.[1] ?? 'none';
    const accountNumber = /Account number \(IBAN\): (\w+)/.exec(shown)?.[1] ?? 'none';
    await shoot('the text of one account');
    await one.getByRole('radio', { name: 'PDF' }).check();
    const { bytes, name } = await saved(app, one, 'PDF');
    expect(name).toMatch(/^SANDBOX-Ada-Byron-deposit-sheet-\w{8}-\d{8}-\d{6}Z\.pdf$/);
    const [page, ...more] = await readPdf(bytes);
    expect(more).toEqual([]);
    expect(page?.hasImage).toBe(true);
    const printed = page === undefined ? '' : textOf(page);
    expect(printed).toContain('Northwind Treasury\n18 Finsbury Circus\nLondon\n');
    expect(printed).toContain(`Virtual account ${ada}`);
    expect(printed.replaceAll(/\s/g, '')).toContain(walletAddress);
    expect(printed.replaceAll(/\s/g, '')).toContain(`Accountnumber(IBAN)${accountNumber}`);
    for (const line of shown.matchAll(
      /^(Bank name|Beneficiary name|Routing number \(BIC\)): (.+)$/gm,
    )) {
      expect(printed).toContain(line[2]);
    }
    await app.keyboard.press('Escape');
    await expect(one).toBeHidden();
    await expect(makeOne).toBeFocused();
    await app.keyboard.press('Escape');
    await expect(makeOne).toBeHidden();

    // Two that are chosen, in one file.
    for (const who of ['Grace Hopper', 'Дмитрий Щукин']) {
      await list.getByRole('checkbox', { name: `Select ${who}` }).press('Space');
    }
    await expect(app.getByText('2 selected')).toBeVisible();
    await expectAccessible(app, 'chosen accounts');
    await shoot('chosen accounts');
    await app.getByRole('button', { name: 'Deposit sheets…' }).press('Enter');
    const many = app.getByRole('dialog', { name: 'Deposit sheets' });
    await expect(many.getByRole('radio', { name: 'The 2 selected in the list' })).toBeChecked();
    await expect(many.getByText('Ready to make: 2 sheets.')).toBeVisible();
    const pages = await readPdf((await saved(app, many, 'PDF')).bytes);
    expect(
      pages.map((each) => each.texts.find(({ text }) => text.startsWith('For '))?.text).sort(),
    ).toEqual(['For Grace Hopper', 'For Дмитрий Щукин']);

    // All in a zip; the one that the fonts can't show is named.
    await many.getByRole('button', { name: 'Make another' }).press('Enter');
    await many.getByRole('radio', { name: 'All 30 in the list' }).check();
    await many.getByRole('radio', { name: 'A zip with one file per account' }).check();
    const zip = await saved(app, many, 'zip');
    await expect(many.getByText('The file contains 29 sheets.')).toBeVisible();
    await expect(many.getByText('1 account is left out')).toBeVisible();
    await expect(
      many.getByText(
        'The customer’s name contains characters that a PDF can’t show correctly: “中” (U+4E2D)',
      ),
    ).toBeVisible();
    await expectAccessible(app, 'a zip of sheets');
    await shoot('a zip of sheets');
    const entries = Object.entries(unzipSync(zip.bytes));
    expect(entries.length).toBe(29);
    expect(entries.map(([entry]) => entry)).toContain(
      `SANDBOX-Ada-Byron-${ada.replace('_', '-')}.pdf`,
    );
    await app.setViewportSize({ width: 420, height: 800 });
    await expectNoSidewaysScroll(app, 'a zip of sheets, 420 wide');
    await shoot('a zip of sheets, 420 wide');
    await app.keyboard.press('Escape');
    await expect(many).toBeHidden();
    await expectNoSidewaysScroll(app, 'chosen accounts, 420 wide');
    await shoot('chosen accounts, 420 wide');

    await screens.go('Settings');
    await app.getByRole('link', { name: 'Company', exact: true }).click();
    await expectNoSidewaysScroll(app, 'the company, 420 wide');
    await shoot('the company, 420 wide');
    await screens.go('Audit log');
    await expect(app.getByText('Deposit sheets export made')).toHaveCount(3);
  },
);
