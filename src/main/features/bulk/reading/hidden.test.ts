import { strToU8 } from 'fflate';
import { describe, expect, it } from 'vitest';
import { hiddenIn, hiddenSheets } from './hidden.ts';

const sheet = (rows: string, columns = '') =>
  strToU8(`<worksheet><cols>${columns}</cols><sheetData>${rows}</sheetData></worksheet>`);

describe('rows that a sheet hides', () => {
  it.each([
    ['as Excel says it', '<row r="2" hidden="1"/><row r="3"/>', [2]],
    ['as LibreOffice says it', '<row r="2" hidden="false"/><row r="3" hidden="true"/>', [3]],
    ['by a height of nothing', '<row r="2" ht="0" customHeight="1"/><row r="3" ht="15"/>', [2]],
    ['under a prefix', '<x:row r="2" hidden="1"><x:c r="A2"/></x:row>', [2]],
    ['without a number of their own', '<row r="4"/><row hidden="1"/><row/>', [5]],
    ['by the number of a cell', '<row hidden="1"><c t="str" r="B7"><v>1</v></c></row>', [7]],
    ['behind what looks like the end of a tag', `<row spans=">" hidden='1' r="2">`, [2]],
    ['in other letters', '<row r="2" hidden="&#49;"/>', [2]],
    ['in the columns', '<rows r="2" hidden="1"/><row r="3" rowhidden="1"/>', []],
  ])('are found %s', (_name, rows, found) => {
    expect(hiddenIn(sheet(rows)).rows).toEqual(found);
  });

  it('are found after one that does not end, without going over the rest of it again', () => {
    const open = '<row spans="'.repeat(200_000);
    expect(hiddenIn(sheet(`<row r="1" hidden="1"/>${open}`)).rows[0]).toBe(1);
  });
});

describe('columns that a sheet hides', () => {
  it.each([
    ['one', '<col min="2" max="2" width="9" hidden="1"/>', [1]],
    ['several at a time', '<col min="2" max="4" hidden="true"/><col min="5" max="9"/>', [1, 2, 3]],
    ['of no width', '<col min="1" max="1" width="0"/>', [0]],
    ['none', '<col min="1" max="16384" width="9.1" hidden="0"/>', []],
  ])('are found: %s', (_name, columns, found) => {
    expect(hiddenIn(sheet('', columns)).columns).toEqual(found);
  });

  it('are no more than a sheet has', () => {
    const all = hiddenIn(sheet('', '<col min="2" max="999999999" hidden="1"/>')).columns;
    expect([all.length, all.at(-1)]).toEqual([16_383, 16_383]);
  });
});

it('sheets that a workbook hides are found in the order of the file', () => {
  const sheets =
    '<sheets><sheet name="A" state="hidden"/><sheet name="B"/><sheet name="C" state="veryHidden"/><sheet name="D" state="visible"/></sheets>';
  expect(hiddenSheets(new Map([['xl/workbook.xml', strToU8(sheets)]]))).toEqual([
    true,
    false,
    true,
    false,
  ]);
});
