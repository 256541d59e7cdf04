import { describe, expect, it } from 'vitest';
import { openTypefaces } from '../../../core/pdf/fonts.ts';
import { readPdf, textOf } from '../../../core/pdf/testing/read-pdf.ts';
import { emailText } from '../formats/email-text.ts';
import { createPrinter } from '../pdf/printer.ts';
import { accountDetail, contentOf, plainStyle } from '../testing/accounts.ts';
import { sheetParts } from './sheet-parts.ts';

it.each([false, true])('say what the PDF says, in the same order (sandbox: %s)', async (isTest) => {
  const style = { ...plainStyle, isTest };
  const content = { ...contentOf(), network: 'stellar' };
  const { sections, ...parts } = sheetParts(content, style);
  const bytes = await createPrinter(openTypefaces(import.meta.url), style).one(content);
  const printed = (await readPdf(bytes)).map(textOf).join('');
  const said = [
    parts.test ?? '',
    parts.title,
    parts.recipient ?? '',
    parts.facts,
    ...sections.flatMap(({ title, lead, rows }) => [
      title,
      lead,
      ...rows.flatMap(({ name, value }) => [name, value]),
    ]),
    ...parts.notes,
    parts.foot,
  ];
  const plain = (text: string) => text.replaceAll(/\s/g, '');
  expect(plain(printed)).toBe(`${plain(said.join(''))}Page1of1`);
});

describe('say “None provided” only where the service gave nothing like it', () => {
  const told = (field: string, destination: Record<string, string> = {}) => {
    const account = accountDetail({ network: 'stellar', asReceived: { destination } });
    const depositInstructions = [...account.depositInstructions, { field, value: 'BRGX7T2K' }];
    const content = contentOf({ ...account, depositInstructions });
    const rows = sheetParts(content, plainStyle).sections.flatMap((section) => section.rows);
    const lines = rows.map(({ name, value }) => `${name}: ${value}`);
    const text = emailText(content, plainStyle).split('\n');
    expect(text).toEqual(expect.arrayContaining(lines.slice(-3)));
    return text.filter((line) => /None|BRGX7T2K|4128/.test(line));
  };
  const noReference = 'Payment reference: None provided.';
  const noMemo = 'Memo: None provided.';

  it.each([
    ['depositReference', [noMemo]],
    ['payment.message', [noMemo]],
    ['memo', []],
    ['paymentPurpose', [noReference, noMemo]],
  ])('%s', (field, none) => {
    expect(told(field)).toEqual([`${field}: BRGX7T2K`, ...none]);
  });

  it('a memo of the destination', () => {
    expect(told('depositReference', { memo: '4128', network: 'stellar' })).toEqual([
      'depositReference: BRGX7T2K',
      'destination.memo: 4128',
    ]);
  });
});
