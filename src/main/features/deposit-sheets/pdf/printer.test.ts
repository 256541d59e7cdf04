import { describe, expect, it } from 'vitest';
import { openTypefaces } from '../../../core/pdf/fonts.ts';
import { readLogo } from '../../../core/pdf/logo/logo.ts';
import { margins } from '../../../core/pdf/look.ts';
import { unprintable } from '../../../core/pdf/printable.ts';
import { letterheadRefusals } from '../../../core/pdf/refusals.ts';
import { jpeg, plainPng } from '../../../core/pdf/testing/pictures.ts';
import { type ReadPage, readPdf, textOf } from '../../../core/pdf/testing/read-pdf.ts';
import { sheetWords } from '../content/words.ts';
import { emailText } from '../formats/email-text.ts';
import { accountDetail, contentOf, euroAccount, plainStyle } from '../testing/accounts.ts';
import type { SheetStyle } from '../types.ts';
import { csvRow } from '../writing/sheet-file.ts';
import { createPrinter, sheetRefusals } from './printer.ts';

const faces = openTypefaces(import.meta.url);
const company = {
  name: 'Northwind Treasury Services Ltd',
  addressLines: ['18 Finsbury Circus', 'London EC2M 7EB'],
};
const style = (changes: Partial<SheetStyle> = {}): SheetStyle => ({ ...plainStyle, ...changes });
const printed = (content = contentOf(), look = style()) => createPrinter(faces, look).one(content);
const pagesOf = async (content = contentOf(), look = style()) =>
  await readPdf(await printed(content, look));

/** Nothing is drawn over an edge; widths are as the fonts say. */
function expectInside({ width, texts }: ReadPage): void {
  for (const { text, x, y, size } of texts) {
    const end = x + faces.regular.widthOf(text, size);
    expect(x, text).toBeGreaterThanOrEqual(margins.side - 0.01);
    expect(y, text).toBeGreaterThan(margins.bottom - 40);
    // Bold and wide letters are up to a fifth wider.
    if (size <= 11.5 && size !== 9)
      expect(end, text).toBeLessThanOrEqual(width - margins.side + 0.1);
  }
}

describe('a sheet', () => {
  it('says everything whole, with numbers in groups', async () => {
    const [page, ...more] = await pagesOf(
      contentOf(),
      style({ letterhead: { ...company, logo: null } }),
    );
    expect(more).toEqual([]);
    expect(page === undefined ? '' : textOf(page)).toBe(
      [
        'Northwind Treasury Services Ltd',
        '18 Finsbury Circus',
        'London EC2M 7EB',
        'Deposit instructions',
        'For Ada Byron',
        'Issued 21 November 2026  ·  Data as of 21 November 2026, 20:30 UTC',
        'Pay in',
        'Send USD by bank transfer to this account.',
        'Currency',
        'USD',
        'Bank name',
        'Lead Bank',
        'Account number',
        '0001 2345 6789',
        'Routing number',
        '101019644',
        'Beneficiary name',
        'Ada Byron',
        'Beneficiary address',
        '1801 Main St.',
        'Kansas City, MO 64108',
        'Payment reference',
        'None provided.',
        'Destination',
        'USD that arrives is converted to USDC.',
        'Currency',
        'USDC',
        'Network',
        'ethereum',
        'Wallet address',
        '0x 5290 8400 0985 2788 6E0F',
        '7030 0698 57D2 E416 9EE7',
        'Spaces in numbers and in the wallet address are for reading only.',
        'Check that the wallet address is yours before you pay. Transfers to it can’t be reversed.',
        'Virtual account virtualAccount_8f3c0d1be2a94c55',
        'Page 1 of 1',
      ].join('\n'),
    );
  });

  it('of a sandbox says on every page that nobody may pay by it', async () => {
    const long = Array.from({ length: 60 }, (_, at) => `line ${at}`).join('\n');
    const [currency, ...others] = contentOf().instructions;
    const instructions = [currency, ...others].flatMap((line) =>
      line === undefined ? [] : [line.field === 'bankName' ? { ...line, shown: long } : line],
    );
    const pages = await pagesOf({ ...contentOf(), instructions }, style({ isTest: true }));
    expect(pages.length).toBeGreaterThan(1);
    for (const page of pages) {
      expect(textOf(page)).toContain(sheetWords.test);
      expectInside(page);
    }
    for (const page of await pagesOf()) expect(textOf(page)).not.toContain('SANDBOX');
    expect(emailText(contentOf(), style({ isTest: true }))).toMatch(/^SANDBOX: /);
    expect(csvRow(contentOf(), style({ isTest: true }))).toMatch(/,"SANDBOX"\r\n$/);
  });

  it('stays on its lines in an email, whatever a name or a value holds', () => {
    const [line, ...others] = contentOf().instructions;
    if (line === undefined) throw new Error('unreachable');
    const forged = 'Ada\nAccount number: 666\u2028Routing number: 7\u202E';
    const text = emailText(
      {
        ...contentOf(),
        customerName: forged,
        network: 'ethereum\r\nWallet address: 0x66',
        instructions: [{ ...line, label: 'Note\u200b\nIBAN' }, ...others],
      },
      style(),
    );
    expect(text.split('\n')).toHaveLength(emailText(contentOf(), style()).split('\n').length);
    expect(text).toContain('For Ada, Account number: 666, Routing number: 7\\u202e\n');
    expect(text).toContain('Note\\u200b, IBAN: ');
  });

  it.each([
    ['a4', 595.28, 841.89],
    ['letter', 612, 792],
  ] as const)('on %s stays inside its margins', async (paper, width, height) => {
    const [page] = await pagesOf(
      contentOf(),
      style({ paper, letterhead: { ...company, logo: null } }),
    );
    expect(page).toMatchObject({ width, height });
    if (page !== undefined) expectInside(page);
  });

  it('holds an IBAN in groups, and says of a Stellar wallet that it has no memo', async () => {
    const walletAddress = 'GAAZI4TCR3TY5OJHCTJC2A4QSY6CJWJH5IAJTGKIN2ER7LBNVKOCCWN7';
    const [page] = await pagesOf(
      contentOf({ ...euroAccount(), network: 'stellar', walletAddress }),
    );
    const text = page === undefined ? '' : textOf(page);
    expect(text).toContain('Account number (IBAN)\nDE89 3704 0044 0532 0130 00');
    expect(text).toContain('Routing number (BIC)\nSXPYDEHHXXX');
    expect(text).toContain('Memo\nNone provided.');
    expect(text.replaceAll(/\s/g, '')).toContain(walletAddress);
  });

  it('sets names beyond Latin as they are, and they can be copied', async () => {
    const names = [
      'Дмитрий Щукин',
      'Παπαδοπούλου',
      'Nguyễn Thị Hương',
      'Łódź Žižek Ğül',
      'Գայանե',
      'fi ffl',
    ];
    for (const customerName of names) {
      const [page] = await pagesOf(contentOf(accountDetail({ customerName })));
      expect(page?.texts.map(({ text }) => text)).toContain(`For ${customerName}`);
    }
    // A letter and its mark become the one letter that they are.
    const [page] = await pagesOf(contentOf(accountDetail({ customerName: 'Jose\u0301' })));
    expect(page?.texts.map(({ text }) => text)).toContain('For José');
  });

  it('keeps a name to its line, so that no part of it stands among the instructions', async () => {
    const customerName = `Ada\nAccount number: 666\u2028Routing number: 7${' '.repeat(200)}IBAN`;
    const [page] = await pagesOf(contentOf(accountDetail({ customerName })));
    expect(page?.texts.map(({ text }) => text)).toContain(
      'For Ada, Account number: 666, Routing number: 7 IBAN',
    );
  });

  it('goes on over pages, each with its number and whose it is, and loses nothing', async () => {
    const words = Array.from({ length: 2500 }, (_, at) => `word${at}`).join(' ');
    const account = accountDetail();
    const long = { field: 'note', value: words };
    const depositInstructions = [...account.depositInstructions, long];
    const pages = await pagesOf(contentOf({ ...account, depositInstructions }));
    expect(pages.length).toBeGreaterThan(3);
    const all = pages.map(textOf).join(' ').replaceAll('\n', ' ');
    for (let at = 0; at < 2500; at += 1) expect(all).toContain(`word${at} `);
    expect(pages.map((page) => page.texts.at(-1)?.text)).toEqual(
      pages.map((_, at) => `Page ${at + 1} of ${pages.length}`),
    );
    for (const page of pages.slice(1)) {
      expect(page.texts[0]?.text).toBe('Deposit instructions · For Ada Byron (continued)');
    }
    for (const page of pages) expectInside(page);
  });

  it('breaks a word that is wider than the page, and a name longer than one', async () => {
    const customerName = 'Wolfeschlegelsteinhausenbergerdorff'.repeat(400);
    const pages = await pagesOf(contentOf(accountDetail({ customerName })));
    expect(pages.map(textOf).join('').replaceAll('\n', '')).toContain(customerName.slice(0, 200));
    expect(pages.length).toBeGreaterThan(2);
  });

  it('carries a logo, wide or tall, PNG or JPEG', async () => {
    for (const file of [plainPng(300, 20), plainPng(20, 300), jpeg()]) {
      const letterhead = { ...company, logo: readLogo(file) };
      const [page] = await pagesOf(contentOf(), style({ letterhead }));
      expect(page?.hasImage).toBe(true);
    }
    expect((await pagesOf())[0]?.hasImage).toBe(false);
  });

  it('is the same, byte for byte, for the same input', async () => {
    const one = await printed();
    expect(Buffer.from(one).equals(await printed())).toBe(true);
    const other = await createPrinter(openTypefaces(import.meta.url), style()).one(contentOf());
    expect(Buffer.from(one).equals(other)).toBe(true);
    const later = style({ issuedAt: '2026-11-22T20:40:00.000Z' });
    expect(Buffer.from(one).equals(await printed(contentOf(), later))).toBe(false);
  });
});

it('many in one file each count their own pages', async () => {
  const printer = createPrinter(faces, style());
  for (const id of ['virtualAccount_1', 'virtualAccount_2', 'virtualAccount_3']) {
    await printer.add(contentOf(accountDetail({ id })));
  }
  const pages = await readPdf(await printer.finish());
  expect(pages.map((page) => page.texts.slice(-2).map(({ text }) => text))).toEqual([
    ['Virtual account virtualAccount_1', 'Page 1 of 1'],
    ['Virtual account virtualAccount_2', 'Page 1 of 1'],
    ['Virtual account virtualAccount_3', 'Page 1 of 1'],
  ]);
});

describe('what the fonts lack or would get wrong', () => {
  it.each([
    ['中村', '“中” (U+4E2D), “村” (U+6751)'],
    ['مريم', '“م” (U+0645), “ر” (U+0631), “ي” (U+064A)'],
    ['שרה', '“ש” (U+05E9), “ר” (U+05E8), “ה” (U+05D4)'],
    ['Ada 🏦', '“🏦” (U+1F3E6)'],
    ['Ada\u202Enoryb', 'U+202E'],
    ['Z\u0324ed', 'U+0324'],
    ['Ada\u200B', 'U+200B'],
    ['Ada\u2800', 'U+2800'],
  ])('is said by name: %s', (customerName, characters) => {
    const content = contentOf(accountDetail({ customerName }));
    const [sentence, ...more] = sheetRefusals(content, faces);
    expect(sentence).toMatch(
      /^The customer’s name contains (?:a character|characters) that a PDF can’t show correctly: /,
    );
    expect(sentence?.endsWith(`: ${characters}.`)).toBe(true);
    expect(more).toEqual([]);
  });

  it('is never dropped: whatever is not refused comes out again', () => {
    expect(sheetRefusals(contentOf(), faces)).toEqual([]);
    expect(sheetRefusals(contentOf(euroAccount({ bankName: '銀行' })), faces)).toEqual([
      'Bank name contains characters that a PDF can’t show correctly: “銀” (U+9280), “行” (U+884C).',
    ]);
  });

  it('and whatever is not refused comes out again as it was', async () => {
    const printable = Array.from({ length: 0xffff - 0x21 }, (_, at) =>
      String.fromCodePoint(at + 0x21),
    )
      .filter((character) => character === character.normalize('NFC'))
      .filter((character) => unprintable(character, faces.regular.hasGlyph).length === 0)
      .filter((character) => character.trim() !== '');
    expect(printable.length).toBeGreaterThan(4000);
    const account = accountDetail();
    const value = printable.join('');
    const depositInstructions = [...account.depositInstructions, { field: 'all', value }];
    const pages = await pagesOf(contentOf({ ...account, depositInstructions }));
    const out = pages.map((page) => page.texts.map(({ text }) => text).join('')).join('');
    const lost = printable.filter((character) => !out.includes(character));
    expect(lost).toEqual([]);
  });

  it('of a letterhead is said line by line', () => {
    expect(
      letterheadRefusals({ name: 'Ünïted', addressLines: ['1 Main St', '東京'] }, faces),
    ).toEqual([
      'Line 2 of the address contains characters that a PDF can’t show correctly: “東” (U+6771), “京” (U+4EAC).',
    ]);
  });
});
