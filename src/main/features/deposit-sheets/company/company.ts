/** Whose letterhead stands on deposit sheets, and on what paper. Of one profile. */
import { z } from 'zod';
import { type CompanyInput, type CompanyView, paper } from '../../../../bridge/deposit-sheets.ts';
import { readJson } from '../../../../platform/json-column.ts';
import type { Migration } from '../../../../platform/migrations.ts';
import type { Sqlite } from '../../../../platform/sqlite.ts';
import type { Letterhead, Logo, Paper } from '../../../core/pdf/types.ts';

export interface Company {
  readonly letterhead: Letterhead;
  readonly paper: Paper;
}

export interface Companies {
  get(): Company;
  /** Without the logo, which stays. */
  save(input: CompanyInput): void;
  setLogo(logo: Logo | null): void;
}

const row = z.object({
  name: z.string(),
  address_lines: z.string(),
  paper,
  logo: z.instanceof(Uint8Array).nullable(),
  logo_type: z.enum(['image/png', 'image/jpeg']).nullable(),
  logo_width: z.int().nullable(),
  logo_height: z.int().nullable(),
});
const lines = z.array(z.string());

const none: Company = { letterhead: { name: '', addressLines: [], logo: null }, paper: 'a4' };

/** Over a database that companyMigrations were applied to. */
export function openCompany(sqlite: Sqlite): Companies {
  const requireRow = (): void => {
    sqlite.run(
      `INSERT INTO sheets_company (one, name, address_lines, paper) VALUES (1, '', '[]', 'a4')
       ON CONFLICT DO NOTHING`,
    );
  };
  return {
    get() {
      const found = sqlite.first('SELECT * FROM sheets_company');
      if (found === undefined) return none;
      const kept = row.parse(found);
      const { logo: bytes, logo_type: type, logo_width: width, logo_height: height } = kept;
      const hasLogo = bytes !== null && type !== null && width !== null && height !== null;
      return {
        letterhead: {
          name: kept.name,
          addressLines: readJson(lines, kept.address_lines),
          logo: hasLogo ? { type, width, height, bytes } : null,
        },
        paper: kept.paper,
      };
    },
    save: ({ name, addressLines, paper }) =>
      sqlite.transaction(() => {
        requireRow();
        sqlite.run('UPDATE sheets_company SET name = ?, address_lines = ?, paper = ?', [
          name,
          JSON.stringify(addressLines),
          paper,
        ]);
      }),
    setLogo: (logo) =>
      sqlite.transaction(() => {
        requireRow();
        sqlite.run(
          'UPDATE sheets_company SET logo = ?, logo_type = ?, logo_width = ?, logo_height = ?',
          [logo?.bytes ?? null, logo?.type ?? null, logo?.width ?? null, logo?.height ?? null],
        );
      }),
  };
}

/** Outer spaces and empty lines are left out. */
export const tidied = ({ name, addressLines, paper }: CompanyInput): CompanyInput => ({
  name: oneLine(name),
  addressLines: addressLines.map(oneLine).filter((line) => line !== ''),
  paper,
});

const oneLine = (text: string): string => text.normalize('NFC').trim().replaceAll(/\s+/g, ' ');

export function companyView({ letterhead, paper }: Company): CompanyView {
  const { logo } = letterhead;
  const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');
  return {
    name: letterhead.name,
    addressLines: [...letterhead.addressLines],
    paper,
    logo:
      logo === null
        ? null
        : {
            width: logo.width,
            height: logo.height,
            bytes: logo.bytes.length,
            dataUrl: `data:${logo.type};base64,${base64(logo.bytes)}`,
          },
  };
}

/** Schema of the letterhead: one row, and none before it is saved first. */
export const companyMigrations: readonly Migration[] = [
  {
    id: '2026-11-21-sheets-company-1',
    up(sqlite) {
      sqlite.exec(`
        CREATE TABLE sheets_company (
          one INTEGER PRIMARY KEY CHECK (one = 1),
          name TEXT NOT NULL,
          -- JSON list of texts.
          address_lines TEXT NOT NULL,
          paper TEXT NOT NULL,
          logo BLOB,
          logo_type TEXT,
          logo_width INTEGER,
          logo_height INTEGER
        ) STRICT;
      `);
    },
  },
];
