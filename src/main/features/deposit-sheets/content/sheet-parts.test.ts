import { expect, it } from 'vitest';
import { openTypefaces } from '../../../core/pdf/fonts.ts';
import { readPdf, textOf } from '../../../core/pdf/testing/read-pdf.ts';
import { createPrinter } from '../pdf/printer.ts';
import { contentOf, plainStyle } from '../testing/accounts.ts';
import { sheetParts } from './sheet-parts.ts';

it.each([false, true])('say what the PDF says, in the same order (sandbox: %s)', async (isTest) => {
  const style = { ...plainStyle, isTest };
  const content = { ...contentOf(), network: 'stellar' };
  const { sections, ...parts } = sheetParts(content, style);
  const bytes = await createPrinter(openTypefaces(import.meta.url), style).one(content);
  const printed = (await readPdf(bytes)).map(textOf).join('');
  const said = [
    ...[parts.test ?? '', parts.title, parts.recipient ?? '', parts.facts],
    ...sections.flatMap(({ title, lead, rows }) => [
      ...[title, lead],
      ...rows.flatMap(({ name, value }) => [name, value]),
    ]),
    ...[...parts.notes, parts.foot],
  ];
  const plain = (text: string) => text.replaceAll(/\s/g, '');
  expect(plain(printed)).toBe(`${plain(said.join(''))}Page1of1`);
});
