import { strToU8 } from 'fflate';
import { describe, expect, it } from 'vitest';
import { extentOf } from './extent.ts';

const extent = (rows: string) =>
  extentOf(strToU8(`<worksheet><sheetData>${rows}</sheetData></worksheet>`));

describe('a sheet', () => {
  it.each([
    ['cells and formulas', '<row r="1"><c r="A1"><f>1</f><v>1</v></c><c r="B1" s="2"/></row>', 1],
    ['the last place that there is, blank', '<row r="1048576"><c r="XFD1048576" s="1"/></row>', 0],
    ['12,000,000 places', '<row><c r="L1000000" t="s"><v>0</v></c></row>', 0],
    ['rows without a number', '<x:row><x:c r="A1"><x:f>1</x:f></x:c></x:row><x:row/>', 1],
    [
      'what looks like the end of a tag',
      `<row spans=">" r="1"><c x=">" r='A1'><v>1</v></c></row>`,
      0,
    ],
  ])('is read with %s', (_name, rows, formulas) => {
    expect(extent(rows)).toEqual({ formulas });
  });

  it.each([
    ['a row behind the last', '<row r="1048577"/>', 'row at “1048577”'],
    ['a cell behind the last row', '<row><c r="XFD999999999"><v>1</v></c></row>', '“XFD999999999”'],
    ['a cell behind the last column', '<row><c r="XFE1"><v>1</v></c></row>', '“XFE1”'],
    ['a column of many letters', '<row><c r="ZZZZZZZZ1"><v>1</v></c></row>', '“ZZZZZZZZ1”'],
    ['a number of another form', '<row r="1e9"/>', '“1e9”'],
    ['a number without an end', '<row r="Infinity"/>', '“Infinity”'],
    ['a place in other letters', '<row><c r="A&#57;99999999"/></row>', '“A??57?99999999”'],
    ['a second place', '<row><c r="A1" r="A999999999"/></row>', '“A999999999”'],
    ['a place under a prefix', '<y:row y:r="999999999"/>', '“999999999”'],
    ['a place that is not quoted', '<row r=999999999/>', 'row at “”'],
    ['a tag in a quotation', '<row><c x="<" r="A999999999"/></row>', 'damaged'],
  ])('is refused with %s, and the sentence names the limit', (_name, rows, said) => {
    expect(() => extent(rows)).toThrow(said);
    if (said !== 'damaged') expect(() => extent(rows)).toThrow('1,048,576 rows and 16,384 columns');
  });

  it('is refused where its cells reach further than can be read, also by the number of their row', () => {
    const limit = 'the limit for rows times columns is 12,000,000';
    expect(() => extent('<row><c r="M1000000"><v>1</v></c></row>')).toThrow(limit);
    expect(() => extent('<row r="1000000"><c r="M1"><v>1</v></c></row>')).toThrow(limit);
    expect(() => extent('<row/>'.repeat(1_048_577))).toThrow('the limit is 1,048,576');
  });
});
