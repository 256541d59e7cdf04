import { deflateRawSync } from 'node:zlib';
import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import writeXlsxFile from 'write-excel-file/node';
import { readFile } from './read-file.ts';
import { readXlsx } from './read-xlsx.ts';
import type { Table } from './table.ts';

const most = 1_000;
const log = { error: () => undefined };
const read = (bytes: Uint8Array, sheet: string | null = null) => readXlsx(bytes, most, sheet);
const inThread = (bytes: Uint8Array): Promise<Table> =>
  readFile(
    { kind: 'customer', bytes, format: 'xlsx', sheet: null, maxTableRows: most },
    new AbortController().signal,
    log,
  );

const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';

/** A workbook with one sheet, whose rows are given as XML. */
const workbook = (rows: string, more: Record<string, Uint8Array> = {}) =>
  zipSync({
    '[Content_Types].xml': strToU8('<Types/>'),
    'xl/workbook.xml': strToU8(
      `<workbook xmlns="${main}" xmlns:r="${relations}"><sheets><sheet name="Rows" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    ),
    'xl/_rels/workbook.xml.rels': strToU8(
      `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${relations}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    ),
    'xl/worksheets/sheet1.xml': strToU8(
      `<worksheet xmlns="${main}"><sheetData>${rows}</sheetData></worksheet>`,
    ),
    ...more,
  });
const words = (cell: string, text: string) =>
  `<c r="${cell}" t="inlineStr"><is><t>${text}</t></is></c>`;
/** A number below `number` that has this format. */
const formatted = (format: string, stored: string) => {
  const row = `<row r="2">${words('A2', 'Ada')}<c r="B2" s="1"><v>${stored}</v></c></row>`;
  const styles = `<styleSheet xmlns="${main}"><numFmts count="1"><numFmt numFmtId="164" formatCode="${format.replaceAll('"', '&quot;')}"/></numFmts><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="164"/></cellXfs></styleSheet>`;
  return workbook(heading + row, { 'xl/styles.xml': strToU8(styles) });
};
const heading = `<row r="1">${words('A1', 'name')}${words('B1', 'number')}</row>`;

describe('XLSX', () => {
  it('is read as it was written, blank rows counted', async () => {
    const text = (value: string) => ({ value, type: String });
    const bytes = await writeXlsxFile([
      [text('name'), text('city')],
      [text('Ada'), text('Paris')],
      [null, null],
      [text('Eve'), text('Rome')],
    ]).toBuffer();
    const table = await read(bytes);
    expect(table.headings).toEqual(['name', 'city']);
    expect(table.rows).toEqual([
      { row: 2, cells: ['Ada', 'Paris'] },
      { row: 4, cells: ['Eve', 'Rome'] },
    ]);
  });

  it.each([
    ['12345678901234567890', '12345678901234567890'],
    ['1.5E+10', '15000000000'],
    ['123456789012345', '123456789012345'],
    ['40', '40'],
    ['0.1', '0.1'],
    ['-7', '-7'],
  ])('keeps every digit of the number %s', async (stored, shown) => {
    const row = `<row r="2">${words('A2', 'Ada')}<c r="B2"><v>${stored}</v></c></row>`;
    expect((await read(workbook(heading + row))).rows[0]?.cells).toEqual(['Ada', shown]);
  });

  it.each([
    ['1.2345678901234567E+19', '1.2345678901234567E+19'],
    ['1.2e20', '1.2E+20'],
    ['1E+20', '1E+20'],
    ['1234567890123450', '1.23456789012345E+15'],
  ])('writes no zeros for the digits that a spreadsheet left out of %s', async (stored, shown) => {
    for (const format of ['General', '0', '#,##0', '0'.repeat(24)]) {
      const { rows, notes } = await read(formatted(format, stored));
      expect([rows[0]?.cells[1], notes]).toEqual([shown, []]);
    }
  });

  it.each([
    ['00000', '2134', '02134'],
    ['000\\-00\\-0000', '12345678', '012-34-5678'],
    ['000"-"00"-"0000', '12345678', '012-34-5678'],
    ['[&lt;=9999999]###\\-####;\\(###\\)\\ ###\\-####', '4155550123', '(415) 555-0123'],
    ['\\+0', '14155550123', '+14155550123'],
    ['"INV-"0', '12', 'INV-12'],
    ['"INV-"0000', '12', 'INV-0012'],
    ['\\K\\-#,##0', '1234', 'K-1234'],
    ['"№\u00a0Ж"0', '12', '№\u00a0Ж12'],
    ['0" bps"', '65', '65 bps'],
    ['0.0" kg"', '1.5', '1.5 kg'],
    ['"€"#,##0', '1234', '1234'],
    ['00%', '0.05', '05%'],
    ['0.00%', '0.0125', '1.25%'],
    ['#,##0,', '12000', '12'],
    ['#,##0.00', '1234.5', '1234.5'],
    ['[Red]"$"#,##0', '1234', '1234'],
    ['0.00E+00', '123456789012', '123456789012'],
    ['General', '0.1', '0.1'],
  ])(
    'of the format %s reads the number %s as %s, as it is shown',
    async (format, stored, shown) => {
      const { rows, notes } = await read(formatted(format, stored));
      expect(rows[0]?.cells).toEqual(['Ada', shown]);
      expect(notes).toHaveLength(shown === stored ? 0 : 1);
    },
  );

  it.each([
    ['0', '39.5'],
    ['0.00;-0.00', '-1.005'],
    ['0.0%', '0.0125'],
    ['#,##0,', '12345'],
    ['000', '39.5'],
    ['0" bps"', '39.5'],
  ])('keeps every digit where the format %s rounds %s', async (format, stored) => {
    const { rows, notes } = await read(formatted(format, stored));
    expect([rows[0]?.cells[1], notes]).toEqual([stored, []]);
  });

  it('reads formulas, dates and formats known by a number as they are shown', async () => {
    const cells = [
      words('A2', 'Ada'),
      '<c r="B2" s="1" t="n"><f>1*0.4</f><v>0.4</v></c>',
      '<c r="C2" s="2"><v>46000</v></c>',
      '<c r="D2" s="3"><v>7</v></c>',
    ];
    const styles = `<styleSheet xmlns="${main}"><cellXfs count="4"><xf numFmtId="0"/><xf numFmtId="9"/><xf numFmtId="14"/><xf numFmtId="1"/></cellXfs></styleSheet>`;
    const rows = `${heading.replace('</row>', `${words('C1', 'c')}${words('D1', 'd')}</row>`)}<row r="2">${cells.join('')}</row>`;
    const table = await read(workbook(rows, { 'xl/styles.xml': strToU8(styles) }));
    expect(table.rows[0]?.cells).toEqual(['Ada', '40%', '2025-12-09', '7']);
  });

  it.each(['<c r="B2" t="e"><v>#N/A</v></c>', '<c t=\'e\' s="0" r="B2"><f>1/0</f><v>#N/A</v></c>'])(
    'reads an error as it is shown, and not as a blank cell: %s',
    async (cell) => {
      const rows = `${heading}<row r="2">${words('A2', 'Ada')}${cell}</row>`;
      expect((await read(workbook(rows))).rows[0]?.cells).toEqual(['Ada', '#N/A']);
    },
  );

  it.each([
    ['a comment', '12<!--3-->34'],
    ['an instruction', '12<?3?>34'],
    ['text that is marked as such', '<![CDATA[12]]>34'],
    ['a comment that holds a tag', '1<!--</t></is></c>-->234'],
  ])('reads a text whole that has %s in it', async (_what, text) => {
    const rows = `${heading}<row r="2">${words('A2', 'Ada')}${words('B2', text)}</row>`;
    expect((await read(workbook(rows))).rows[0]?.cells).toEqual(['Ada', '1234']);
  });

  it('takes no tag in a comment for a sheet, and so no hidden one for one that is seen', async () => {
    const sheetOf = (name: string) =>
      strToU8(
        `<worksheet xmlns="${main}"><sheetData>${heading}<row r="2">${words('A2', name)}</row></sheetData></worksheet>`,
      );
    const relation = (number: number) =>
      `<Relationship Id="rId${number}" Type="${relations}/worksheet" Target="worksheets/sheet${number}.xml"/>`;
    const table = await read(
      workbook('', {
        'xl/workbook.xml': strToU8(
          `<workbook xmlns="${main}" xmlns:r="${relations}"><sheets><!--<sheet/>--><sheet name="Old" sheetId="1" state="hidden" r:id="rId1"/><sheet name="Rows" sheetId="2" r:id="rId2"/></sheets></workbook>`,
        ),
        'xl/_rels/workbook.xml.rels': strToU8(
          `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${relation(1)}${relation(2)}</Relationships>`,
        ),
        'xl/worksheets/sheet1.xml': sheetOf('Eve'),
        'xl/worksheets/sheet2.xml': sheetOf('Ada'),
      }),
    );
    expect([table.sheet, table.rows[0]?.cells]).toEqual(['Rows', ['Ada', '']]);
  });

  it('passes over no sheet whose tags end with a blank', async () => {
    const row = `<row r="2">${words('A2', 'Ada')}</row>`;
    const rows = (heading + row).replaceAll('</t>', '</t >');
    expect((await read(workbook(rows))).rows).toHaveLength(1);
  });

  it('finds the headings below titles', async () => {
    const rows = [
      `<row r="1">${words('A1', 'Clients')}</row>`,
      `<row r="3">${words('A3', 'Type')}${words('B3', 'Email')}</row>`,
      `<row r="4">${words('A4', 'individual')}${words('B4', 'ada@example.com')}</row>`,
    ];
    expect(await inThread(workbook(rows.join('')))).toMatchObject({
      headings: ['Type', 'Email'],
      firstRow: 3,
      rows: [{ row: 4, cells: ['individual', 'ada@example.com'] }],
      notes: ['1 row above the headings was skipped.', '1 blank row was skipped.'],
    });
  });

  it('reads the last result of a formula, and says that there are some', async () => {
    const row = `<row r="2">${words('A2', 'Ada')}<c r="B2" t="str"><f>CONCAT("a","b")</f><v>ab</v></c></row>`;
    const table = await read(workbook(heading + row));
    expect(table.rows[0]?.cells).toEqual(['Ada', 'ab']);
    expect(table.notes).toEqual([expect.stringContaining('1 cell is a formula')]);
  });

  it('reads the sheet that is named, else the first that holds anything', async () => {
    const sheet = (name: string, value: string | null) => ({
      data:
        value === null ? [[null]] : [[{ value: 'name', type: String }], [{ value, type: String }]],
      sheet: name,
    });
    const bytes = await writeXlsxFile([
      sheet('A', null),
      sheet('B', 'Ada'),
      sheet('C', 'Eve'),
    ]).toBuffer();
    expect(await read(bytes)).toMatchObject({ sheet: 'B', sheets: ['A', 'B', 'C'] });
    expect((await read(bytes, 'C')).rows[0]?.cells).toEqual(['Eve']);
  });

  it('tells what of its rows and columns is hidden, and reads them all the same', async () => {
    const row = (at: number, text: string, more = '') =>
      `<row r="${at}"${more}>${words(`A${at}`, text)}${words(`B${at}`, '7')}</row>`;
    const rows = [row(2, 'Ada'), row(3, 'Eve', ' hidden="1"'), '<row r="4" hidden="1"/>'];
    const columns = '<cols><col min="2" max="9" hidden="1"/></cols>';
    const bytes = workbook(heading + rows.join(''), {
      'xl/worksheets/sheet1.xml': strToU8(
        `<worksheet xmlns="${main}">${columns}<sheetData>${heading}${rows.join('')}</sheetData></worksheet>`,
      ),
    });
    const table = await inThread(bytes);
    expect(table.rows.map(({ cells }) => cells[0])).toEqual(['Ada', 'Eve']);
    expect(table.hidden).toEqual({ rows: [3], columns: [1] });
  });

  it('reads a sheet that is hidden where no other holds anything, and says so', async () => {
    const named = (state: string) =>
      workbook(`${heading}<row r="2">${words('A2', 'Ada')}</row>`, {
        'xl/workbook.xml': strToU8(
          `<workbook xmlns="${main}" xmlns:r="${relations}"><sheets><sheet name="Old" sheetId="1" state="${state}" r:id="rId1"/><sheet name="Now" sheetId="2" r:id="rId2"/></sheets></workbook>`,
        ),
        'xl/_rels/workbook.xml.rels': strToU8(
          `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${[1, 2].map((at) => `<Relationship Id="rId${at}" Type="${relations}/worksheet" Target="worksheets/sheet${at}.xml"/>`).join('')}</Relationships>`,
        ),
        'xl/worksheets/sheet2.xml': strToU8(
          `<worksheet xmlns="${main}"><sheetData>${heading}<row r="2">${words('A2', 'Eve')}</row></sheetData></worksheet>`,
        ),
      });
    expect(await read(named('visible'))).toMatchObject({ sheet: 'Old' });
    expect(await read(named('hidden'))).toMatchObject({ sheet: 'Now' });
    expect((await read(named('veryHidden'), 'Old')).notes).toContain(
      'The sheet “Old” is hidden in the file.',
    );
  });

  it.each([
    ['no zip', strToU8('name,city')],
    ['an empty file', new Uint8Array(0)],
    ['a zip of something else', zipSync({ 'a.txt': strToU8('a') })],
    ['a zip cut short', workbook(heading).subarray(0, 300)],
    ['XML that is none', workbook('<row r="1"><c r="A1"')],
  ])('says in a sentence what is wrong with %s', async (_name, bytes) => {
    await expect(read(bytes)).rejects.toMatchObject({ name: 'UnreadableFile' });
  });

  it('refuses a file that unpacks to far more than it is', async () => {
    const bomb = Buffer.from(workbook(heading, { 'xl/a.xml': new Uint8Array(1_000_000) }));
    expect(bomb.length).toBeLessThan(10_000);
    // Its directory says 500 MB of the zeros: the size stands 24 bytes behind each signature.
    const signature = Buffer.from('504b0102', 'hex');
    bomb.writeUInt32LE(500 * 1024 * 1024, bomb.lastIndexOf(signature) + 24);
    await expect(read(bomb)).rejects.toThrow('unpacks to more');
  });

  it('refuses one whose sizes are lies, and unpacks no more of it than may be', async () => {
    const bomb = Buffer.from(workbook(heading, { 'xl/a.xml': new Uint8Array(1_000_000) }));
    const packed = deflateRawSync(new Uint8Array(300 * 1024 * 1024));
    const entry = bomb.lastIndexOf(Buffer.from('504b0102', 'hex'));
    const header = bomb.readUInt32LE(entry + 42);
    const named = 30 + bomb.readUInt16LE(header + 26);
    // The last entry holds 300 MB of zeros, and says that it holds 1 MB.
    bomb.writeUInt32LE(packed.length, header + 18);
    bomb.writeUInt32LE(packed.length, entry + 20);
    const lie = Buffer.concat([
      bomb.subarray(0, header + named),
      packed,
      bomb.subarray(bomb.indexOf(Buffer.from('504b0102', 'hex'))),
    ]);
    const moved = lie.indexOf(Buffer.from('504b0102', 'hex'), header + named + packed.length);
    lie.writeUInt32LE(moved, lie.lastIndexOf(Buffer.from('504b0506', 'hex')) + 16);
    await expect(read(lie)).rejects.toThrow('unpacks to more');
  });

  it('refuses more cells than can be read, and more text than the file holds', async () => {
    const cells = '<row><c/></row>'.repeat(4_000_001);
    await expect(read(workbook(heading + cells))).rejects.toThrow('4,000,003 cells; the limit is');
    const rows = Array.from({ length: 900 }, (_none, at) => {
      const cells = [...'ABCDE'].map((column) => words(`${column}${at + 2}`, 'x'.repeat(9_000)));
      return `<row r="${at + 2}">${cells.join('')}</row>`;
    });
    await expect(read(workbook(heading + rows.join('')))).rejects.toThrow('characters in total');
  });

  it('refuses a cell far away before anything is made of it, in whatever part of the file', async () => {
    const far = `<row r="999999999">${words('XFD999999999', 'x')}</row>`;
    await expect(read(workbook(heading + far))).rejects.toThrow('1,048,576 rows');
    const elsewhere = workbook('', {
      'xl/_rels/workbook.xml.rels': strToU8(
        `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${relations}/worksheet" Target="elsewhere/one.xml"/></Relationships>`,
      ),
      'xl/elsewhere/one.xml': strToU8(
        `<worksheet xmlns="${main}"><sheetData>${heading}${far}</sheetData></worksheet>`,
      ),
    });
    await expect(read(elsewhere)).rejects.toThrow('1,048,576 rows');
  });

  it.each([
    ['xl/worksheets/sheet1.xml', 64, 'The sheet “Rows” unpacks to more than 64 MB'],
    ['xl/sharedStrings.xml', 32, 'cell text unpacks to more than 32 MB'],
    ['xl/styles.xml', 16, 'outside the sheets unpacks to more than 16 MB'],
  ])('bounds what %s unpacks to, by what it says', async (part, mebibytes, said) => {
    const row = `<row r="2">${words('A2', 'Ada')}</row>`;
    const bytes = workbook(heading + row, { [part]: strToU8(`<sst xmlns="${main}"/>`) });
    const bomb = Buffer.from(bytes);
    const entry = bomb.lastIndexOf(part) - 46;
    bomb.writeUInt32LE(mebibytes * 1_048_576 + 1, entry + 24);
    await expect(read(bomb)).rejects.toThrow(said);
    // What may be, and is not what the entry holds.
    bomb.writeUInt32LE((mebibytes - 1) * 1_048_576, entry + 24);
    await expect(read(bomb)).rejects.toThrow('damaged');
  });

  it('bounds its entries and its sheets', async () => {
    const row = `<row r="2">${words('A2', 'Ada')}</row>`;
    const beside = (count: number) =>
      Object.fromEntries(
        Array.from({ length: count }, (_none, at) => [`xl/media/${at}`, new Uint8Array(0)]),
      );
    const own = 4;
    expect((await read(workbook(heading + row, beside(2_000 - own)))).rows).toHaveLength(1);
    await expect(read(workbook(heading + row, beside(2_001 - own)))).rejects.toThrow(
      'more than 2,000 parts',
    );
    const sheets = (count: number) => ({
      'xl/workbook.xml': strToU8(
        `<workbook xmlns="${main}" xmlns:r="${relations}"><sheets>${Array.from({ length: count }, (_none, at) => `<sheet name="S${at}" sheetId="${at + 1}" r:id="rId1"/>`).join('')}</sheets></workbook>`,
      ),
    });
    expect((await read(workbook(heading + row, sheets(250)))).rows).toHaveLength(1);
    await expect(read(workbook(heading + row, sheets(251)))).rejects.toThrow('the limit is 250');
  });

  it('is read from the sheet that the file names, and not where it is damaged', async () => {
    const row = (text: string) => `<row r="2">${words('A2', text)}</row>`;
    const other = strToU8(
      `<worksheet xmlns="${main}"><sheetData>${row('Eve')}</sheetData></worksheet>`,
    );
    const bytes = workbook(heading + row('Ada'), { 'xl/worksheets/other.xml': other });
    expect((await read(bytes)).rows).toEqual([{ row: 2, cells: ['Ada', ''] }]);
    const damaged = Buffer.from(bytes);
    const name = damaged.lastIndexOf('xl/worksheets/sheet1.xml');
    // Its checksum in the directory.
    damaged.writeUInt8(damaged.readUInt8(name - 30) ^ 1, name - 30);
    await expect(read(damaged)).rejects.toThrow('damaged');
  });

  it('refuses a sheet of 16,384 columns without harm to its process', async () => {
    const row = `<row r="2">${words('A2', 'Ada')}${words('XFD2', 'far')}</row>`;
    await expect(inThread(workbook(heading + row))).rejects.toThrow('16,384 columns');
  });
});
