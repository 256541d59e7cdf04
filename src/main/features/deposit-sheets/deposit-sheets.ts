/**
 * Deposit sheets of one profile:
 *
 *     company   whose letterhead stands on them
 *     check     which accounts of a selection get one, and why others do not
 *     preview   one account as its PDF will say it
 *     text      one account as text for an email
 *     start     a file of sheets, or a zip
 */
import type {
  CompanyInput,
  CompanyView,
  SheetPreview,
  SheetSelection,
  SheetsCheck,
  SheetsFile,
  StartSheetsInput,
} from '../../../bridge/deposit-sheets.ts';
import type { ExportFile } from '../../../bridge/exports.ts';
import { canonicalJson, sha256Hex } from '../../../platform/canonical-json.ts';
import { type Clock, isoNow } from '../../../platform/clock.ts';
import type { Audit } from '../../core/audit/types.ts';
import { ExportError, type ExportFiles } from '../../core/exports/export-files.ts';
import { stampOf } from '../../core/exports/stamp.ts';
import { invalid } from '../../core/intents/failed.ts';
import { type Logo, LogoError } from '../../core/pdf/types.ts';
import { type AccountReads, checkOneRow, checkRows, idsOf } from './accounts-of.ts';
import { type Companies, companyView, tidied } from './company/company.ts';
import { sheetParts } from './content/sheet-parts.ts';
import { emailText } from './formats/email-text.ts';
import type { SheetContent } from './types.ts';
import { ask, writeSheets } from './write-sheets.ts';
import { fileName, mediaTypeOf } from './writing/file-names.ts';
import type { LeftOut } from './writing/orders.ts';
import type { StartThread } from './writing/start-thread.ts';

export interface Sheets {
  readonly company: {
    get(): CompanyView;
    /** As save would keep it. Rejects as save. */
    check(input: CompanyInput): Promise<CompanyInput>;
    /** Rejects with Failed INVALID for letters that a PDF can’t show. */
    save(input: CompanyInput): Promise<CompanyView>;
    /** `base64` is of a PNG or JPEG. Rejects with Failed INVALID. */
    readLogo(base64: string): Promise<Logo>;
    /** `base64` is of a PNG or JPEG; null takes the logo away. Rejects with Failed INVALID. */
    setLogo(base64: string | null): Promise<CompanyView>;
  };
  /** Rejects with Failed INVALID for more than one order takes. */
  check(selection: SheetSelection, signal?: AbortSignal): Promise<SheetsCheck>;
  /** Rejects with Failed INVALID with the reasons for an account that gets no sheet, and out of the past. */
  preview(id: string, knownAt: string | null): Promise<SheetPreview>;
  /**
   * As preview. What it says is in the audit log, once as long as it says the same.
   */
  text(id: string, knownAt: string | null): Promise<string>;
  /** Rejects with ExportError `too-many`, and Failed INVALID out of the past. */
  start(input: StartSheetsInput): Promise<SheetsFile>;
  /** Throws ExportError `not-found`. */
  get(id: string): SheetsFile;
}

export interface SheetsParts {
  readonly company: Companies;
  readonly reads: AccountReads;
  readonly files: Pick<ExportFiles, 'start' | 'get'>;
  readonly audit: Pick<Audit, 'append'>;
  readonly onChange: (what: 'exports' | 'audit' | 'deposit-sheets') => void;
  readonly startThread: StartThread;
  readonly clock: Clock;
  /** IANA name of the zone that people here tell the time in. */
  readonly timeZone: string;
  /** Whether the profile is a sandbox: its sheets say that nobody may pay by them. */
  readonly isTest: boolean;
}

/** Most accounts that are named, of those left out and in an audit entry. */
const MOST_TOLD = 200;
/** Orders whose facts are remembered; as many as files are. */
const MOST_KNOWN = 20;
/** Accounts of which it is remembered that their text was shown. */
const MOST_SHOWN = 1_000;

interface Order {
  readonly format: SheetsFile['format'];
  readonly leftOut: LeftOut[];
  leftOutTotal: number;
}

export function createDepositSheets(parts: SheetsParts): Sheets {
  const { company, reads, files, audit, clock, onChange, startThread, timeZone, isTest } = parts;
  const orders = new Map<string, Order>();
  /** Digest of what was shown of an account as text last. */
  const shown = new Map<string, string>();

  const viewOf = (file: ExportFile): SheetsFile => {
    const order = orders.get(file.id);
    if (order === undefined)
      throw new ExportError('not-found', 'This is not an order of deposit sheets.');
    const { format, leftOutTotal } = order;
    return { ...file, format, leftOut: order.leftOut.map(plainly), leftOutTotal };
  };

  const note = (action: string, facts: Parameters<Audit['append']>[0]['facts']): void => {
    audit.append({ action, facts });
    onChange('audit');
  };

  const changed = (...noted: Parameters<typeof note>): CompanyView => {
    note(...noted);
    onChange('deposit-sheets');
    return companyView(company.get());
  };

  const check = async (input: CompanyInput): Promise<CompanyInput> => {
    const tidy = tidied(input);
    const problems = await ask(startThread, (thread) => thread.checkLetterhead(tidy));
    if (problems.length > 0) throw invalid(problems.join(' '));
    return tidy;
  };

  const handedOut = (id: string, content: SheetContent): void => {
    const contentSha256 = sha256Hex(canonicalJson(content));
    if (shown.get(id) === contentSha256) return;
    note('sheets.text.shown', { virtualAccountId: id, contentSha256 });
    shown.set(id, contentSha256);
    for (const old of [...shown.keys()].slice(0, -MOST_SHOWN)) shown.delete(old);
  };

  async function contentOf(id: string, knownAt: string | null): Promise<SheetContent> {
    requireNow(knownAt);
    const judged = await checkOneRow(id, reads);
    if ('content' in judged) return judged.content;
    throw invalid(judged.leftOut.reasons.join(' '));
  }

  /** Name of the customer of the one account that is ordered; null for several, and where it is not known. */
  async function customerOf([id, ...others]: readonly string[]): Promise<string | null> {
    if (id === undefined || others.length > 0) return null;
    const judged = await checkOneRow(id, reads);
    return 'content' in judged ? judged.content.customerName : judged.leftOut.customerName;
  }

  return {
    company: {
      get: () => companyView(company.get()),
      check,
      async save(input) {
        const tidy = await check(input);
        company.save(tidy);
        return changed('sheets.company.saved', { paper: tidy.paper });
      },
      readLogo: (base64) => logoOf(base64, startThread),
      async setLogo(base64) {
        company.setLogo(base64 === null ? null : await logoOf(base64, startThread));
        return changed(base64 === null ? 'sheets.logo.removed' : 'sheets.logo.set', {});
      },
    },

    async check(selection, signal) {
      const ids = await idsOf(selection, reads);
      const leftOut: LeftOut[] = [];
      let first: string | null = null;
      let leftOutTotal = 0;
      for await (const judged of checkRows(ids, reads, signal)) {
        if ('content' in judged) {
          first ??= judged.content.accountId;
          continue;
        }
        leftOutTotal += 1;
        if (leftOut.length < MOST_TOLD) leftOut.push(judged.leftOut);
      }
      const ready = ids.length - leftOutTotal;
      return { total: ids.length, ready, first, leftOut: leftOut.map(plainly), leftOutTotal };
    },

    async preview(id, knownAt) {
      return sheetParts(await contentOf(id, knownAt), {
        issuedAt: isoNow(clock),
        timeZone,
        isTest,
      });
    },

    async text(id, knownAt) {
      const content = await contentOf(id, knownAt);
      const { letterhead } = company.get();
      handedOut(id, content);
      return emailText(content, { letterhead, issuedAt: isoNow(clock), timeZone, isTest });
    },

    async start(input) {
      requireNow(input.knownAt);
      const { selection, format, packing, paper } = input;
      const issuedAt = isoNow(clock);
      const order: Order = { format, leftOut: [], leftOutTotal: 0 };
      const style = { letterhead: company.get().letterhead, paper, issuedAt, timeZone, isTest };
      const ids = 'ids' in selection ? selection.ids : [];
      const named = { format, packing, ids, customerName: await customerOf(ids) };
      const file = files.start({
        fileName: fileName(named, stampOf(issuedAt)),
        type: mediaTypeOf({ format, packing }),
        async write(writing) {
          return await writeSheets(
            { reads, startThread },
            { style, format, packing },
            await idsOf(selection, reads),
            {
              ...writing,
              onLeftOut(leftOut) {
                order.leftOutTotal += 1;
                if (order.leftOut.length < MOST_TOLD) order.leftOut.push(leftOut);
              },
            },
          );
        },
        onChange: () => onChange('exports'),
        onSettled: ({ id, status, done, fileSha256 }) =>
          note(`sheets.export.${status}`, {
            exportId: id,
            format,
            packing,
            paper,
            fileSha256,
            sheets: status === 'done' ? done : 0,
            leftOut: order.leftOutTotal,
            ...(ids.length > 0 && ids.length <= MOST_TOLD ? { virtualAccountIds: ids } : {}),
          }),
      });
      orders.set(file.id, order);
      for (const id of [...orders.keys()].slice(0, -MOST_KNOWN)) orders.delete(id);
      return viewOf(file);
    },

    get: (id) => viewOf(files.get(id)),
  };
}

const plainly = ({ reasons, ...account }: LeftOut) => ({ ...account, reasons: [...reasons] });

async function logoOf(base64: string, startThread: StartThread) {
  try {
    const bytes = new Uint8Array(Buffer.from(base64, 'base64'));
    return await ask(startThread, (thread) => thread.readLogo(bytes));
  } catch (error) {
    if (!(error instanceof LogoError)) throw error;
    throw invalid(error.message, 'logo');
  }
}

function requireNow(knownAt: string | null): void {
  if (knownAt === null) return;
  throw invalid(
    'No sheet was made: you are viewing earlier data, which may have changed. Return to now first.',
    'as-of',
  );
}
