import fc from 'fast-check';
import papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { harmless } from '../../../core/exports/harmless.ts';
import { readCsv } from './read-csv.ts';
import { UnreadableFile } from './table.ts';

const most = 1_000;
const utf8 = (text: string) => new TextEncoder().encode(text);
const utf16le = (text: string) => Buffer.from(text, 'utf16le');
const utf16be = (text: string) => Buffer.from(text, 'utf16le').swap16();
const failure = (bytes: Uint8Array, rows = most): string => {
  try {
    readCsv(bytes, rows);
  } catch (error) {
    if (error instanceof UnreadableFile) return error.message;
    throw error;
  }
  return '';
};

describe('CSV', () => {
  it.each([
    ['comma', 'name,city\nAda,Paris'],
    ['semicolon', 'name;city\r\nAda;Paris\r\n'],
    ['tab', 'name\tcity\nAda\tParis'],
    ['a line that names the separator', 'sep=|\nname|city\nAda|Paris'],
  ])('is read with %s between its cells', (_name, content) => {
    const { headings, rows } = readCsv(utf8(content), most);
    expect(headings).toEqual(['name', 'city']);
    expect(rows.map(({ cells }) => cells)).toEqual([['Ada', 'Paris']]);
  });

  it.each([
    ['UTF-8', utf8('name\nÅsa'), 0],
    ['UTF-8 with a mark', Buffer.concat([Buffer.from('efbbbf', 'hex'), utf8('name\nÅsa')]), 0],
    ['UTF-16 with a mark', Buffer.concat([Buffer.from('fffe', 'hex'), utf16le('name\nÅsa')]), 1],
    ['UTF-16 the other way', Buffer.concat([Buffer.from('feff', 'hex'), utf16be('name\nÅsa')]), 1],
    ['UTF-16 without a mark', utf16le('name\nÅsa'), 1],
    ['Windows-1252', Buffer.from('name\n\xc5sa', 'latin1'), 1],
  ])('is read in %s, and says so where it is not UTF-8', (_name, bytes, notes) => {
    const table = readCsv(bytes, most);
    expect(table.headings).toEqual(['name']);
    expect(table.rows[0]?.cells).toEqual(['Åsa']);
    expect(table.notes).toHaveLength(notes);
  });

  it('numbers rows as the spreadsheet does, blank ones counted', () => {
    const { rows, notes } = readCsv(utf8('\nname,city\nAda,\n,,\n\nEve,Rome\n'), most);
    expect(rows).toEqual([
      { row: 3, cells: ['Ada', ''] },
      { row: 6, cells: ['Eve', 'Rome'] },
    ]);
    expect(notes).toEqual(['3 blank rows were skipped.']);
  });

  it.each([
    ['CRLF with one LF', 'a,b\r\n1,2\n3,4\r\n5,6\r\n'],
    ['LF with one CRLF', 'a,b\n1,2\r\n3,4\n5,6\n'],
    ['LF with one CR', 'a,b\n1,2\r3,4\n5,6\n'],
    ['CR with one LF', 'a,b\r1,2\n3,4\r5,6\r'],
    ['quoted cells', '"a","b"\r\n"1","2"\n"3","4"\r\n"5","6"\r\n'],
    ['a line that names the separator', 'sep=,\ra,b\r1,2\n3,4\r\n5,6'],
  ])('loses no row where lines end in several ways: %s', (_name, content) => {
    const { headings, rows } = readCsv(utf8(content), most);
    expect(headings).toEqual(['a', 'b']);
    expect(rows.map(({ cells }) => cells.join())).toEqual(['1,2', '3,4', '5,6']);
  });

  it('leaves line breaks and quotation marks in a cell as they are', () => {
    const content = 'a,b\r\n"x\r\ny ""q""\nz",5" pipe\n"""\r""",2\r\n';
    expect(readCsv(utf8(content), most).rows.map(({ cells }) => cells)).toEqual([
      ['x\r\ny "q"\nz', '5" pipe'],
      ['"\r"', '2'],
    ]);
  });

  it('marks a row with more cells than headings, and none whose further cells are blank', () => {
    const { headings, rows } = readCsv(
      utf8('line1,city,\n1 Main St, Apt 4,Paris,US\n2 Rd,Rome,,,\n'),
      most,
    );
    expect(headings).toEqual(['line1', 'city', '']);
    expect(rows).toEqual([
      {
        row: 2,
        cells: ['1 Main St', 'Apt 4', 'Paris'],
        problem: expect.stringContaining('4 cells, but the headings name 3 columns'),
      },
      { row: 3, cells: ['2 Rd', 'Rome', ''] },
    ]);
  });

  it('takes off the apostrophe that our own files put before a plus', () => {
    expect(readCsv(utf8(`phone,name\n'+14155550123,'Ada`), most).rows[0]?.cells).toEqual([
      '+14155550123',
      "'Ada",
    ]);
  });

  it.each([
    ['nothing', new Uint8Array(0), 'empty'],
    ['blank rows alone', utf8(',,\n,,'), 'empty'],
    ['a heading alone', utf8('name,city\n'), 'no rows below'],
    ['zeros', utf8('name\nA\0b'), 'not a text file'],
    ['an image', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), 'not a text file'],
    ['half a character of UTF-16', Buffer.from('fffe00d80000', 'hex'), 'character set'],
    ['a quotation mark that never ends', utf8('name,city\n"Ada,Paris\nEve,Rome'), 'quotation mark'],
    ['too many columns', utf8(`${'a,'.repeat(300)}b\n${'1,'.repeat(300)}2`), '301 columns'],
    ['a cell without end', utf8(`name\n${'x'.repeat(10_001)}`), '10,001 characters'],
  ])('says what is wrong with %s', (_name, bytes, words) => {
    expect(failure(bytes)).toContain(words);
  });

  it('counts the rows that are too many', () => {
    expect(failure(utf8(`name\n${'Ada\n'.repeat(12)}`), 10)).toContain(
      '12 rows; the limit for a run is 10',
    );
  });

  it('gives back what was written, whatever stands in the cells', () => {
    const cell = fc.string({ unit: 'grapheme', maxLength: 20 }).map((text) => text.trim());
    const visible = cell.filter((text) => /^[\p{L}\p{N}]/u.test(text));
    const rows = fc.array(fc.tuple(visible, cell, cell), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(rows, fc.constantFrom(',', ';', '\t'), (table, delimiter) => {
        const safe = table.map((row) => row.map((cell) => harmless(cell)));
        const written = papa.unparse([['a', 'b', 'c'], ...safe], { delimiter, quotes: true });
        const read = readCsv(utf8(written), most);
        expect(read.headings).toEqual(['a', 'b', 'c']);
        expect(read.rows.map(({ cells }) => cells)).toEqual(table);
      }),
    );
  });

  it('reads any bytes, or says why not', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
        const said = failure(bytes);
        expect(typeof said).toBe('string');
      }),
      { numRuns: 500 },
    );
  });
});
