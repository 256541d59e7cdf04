/** One file of sheets, made piece by piece: a PDF, a text or a table, or a zip of one for each account. */
import { Zip, ZipDeflate, ZipPassThrough } from 'fflate';
import { depositFields } from '../../../../contract/fields.ts';
import { otherInstructions } from '../../../core/creates/deposit-instructions.ts';
import { asText, byteOrderMark, type Cell, csvLines } from '../../../core/exports/csv-lines.ts';
import { readLogo } from '../../../core/pdf/logo/logo.ts';
import { emailText } from '../formats/email-text.ts';
import type { SheetContent, SheetStyle } from '../types.ts';
import { entryName } from './file-names.ts';
import type { LeftOut, SheetCalls, SheetOrder, Written } from './orders.ts';

/** Deposit instructions as a table, one account a row. */
const given = ({ instructions }: SheetContent, key: string): string =>
  instructions.find((line) => line.field === key)?.value ?? '';

type Column = readonly [header: string, cell: (content: SheetContent) => Cell];

const columns: readonly Column[] = [
  ['virtual account ID', ({ accountId }) => accountId],
  ['customer ID', ({ customerId }) => customerId],
  ['customer name', ({ customerName }) => customerName],
  ...depositFields.map(({ key, kind, label }): Column => {
    const cell = kind === 'number' ? asText : (value: string): Cell => value;
    return [label.toLowerCase(), (content) => cell(given(content, key))];
  }),
  [
    'other instructions',
    ({ instructions, otherDestination }) =>
      otherInstructions([...instructions, ...otherDestination]),
  ],
  ['destination currency', ({ destinationCurrency }) => destinationCurrency],
  ['network', ({ network }) => network],
  ['wallet address', ({ walletAddress }) => asText(walletAddress)],
  ['data as of', ({ knownAt }) => knownAt],
];

const csvHead: string =
  byteOrderMark +
  csvLines([[...columns.map(([header]) => header), 'issued at', 'for testing only']]);

/** One row, with its line break. */
export const csvRow = (
  content: SheetContent,
  { issuedAt, isTest }: Pick<SheetStyle, 'issuedAt' | 'isTest'>,
): string =>
  csvLines([[...columns.map(([, cell]) => cell(content)), issuedAt, isTest ? 'SANDBOX' : '']]);

/** Most of the program, so it is loaded when a PDF is wanted first. `here` is a URL of a file that the fonts may lie beside. */
export async function openPdf(here: string) {
  const [{ openTypefaces }, ofSheets, ofLetterheads] = await Promise.all([
    import('../../../core/pdf/fonts.ts'),
    import('../pdf/printer.ts'),
    import('../../../core/pdf/refusals.ts'),
  ]);
  return { faces: openTypefaces(here), ...ofSheets, ...ofLetterheads };
}
export type PdfTools = Awaited<ReturnType<typeof openPdf>>;

/** One after another: a call begins when the one before has ended. */
export interface SheetFile {
  add(contents: readonly SheetContent[]): Promise<Written>;
  finish(): Promise<Written>;
}

const bytes = (text: string): Uint8Array => Buffer.from(text, 'utf8');
/** Between two texts of one file. */
const divider = `\n${'-'.repeat(72)}\n\n`;

/** Each format: a file of its own for one account, and one file of all. */
interface FormatWriter {
  alone(content: SheetContent): Promise<Uint8Array>;
  /** The part that this account adds to the one file. */
  add(content: SheetContent, position: number): Promise<Uint8Array | null>;
  end(): Promise<Uint8Array | null>;
  /** Sentences; empty where the account can be written. */
  refuse(content: SheetContent): readonly string[];
}

/** `pdf` is there for a PDF. */
export function createSheetFile(order: SheetOrder, pdf: PdfTools | null): SheetFile {
  const writer = writerOf(order, pdf);
  const zip = order.packing === 'zip' ? createZip(order.style.issuedAt) : null;
  let position = 0;

  const addOne = async (content: SheetContent, pieces: Uint8Array[]): Promise<void> => {
    if (zip === null) {
      const piece = await writer.add(content, position);
      if (piece !== null) pieces.push(piece);
    } else {
      const isPacked = order.format === 'pdf';
      const name = entryName(content, order.format, order.style.isTest);
      zip.add(name, await writer.alone(content), isPacked);
      pieces.push(...zip.pieces());
    }
    position += 1;
  };

  return {
    async add(contents) {
      const pieces: Uint8Array[] = [];
      const leftOut: LeftOut[] = [];
      for (const content of contents) {
        const { accountId, customerName } = content;
        const reasons = writer.refuse(content);
        if (reasons.length > 0) leftOut.push({ accountId, customerName, reasons });
        else await addOne(content, pieces);
      }
      return { pieces, leftOut };
    },
    async finish() {
      if (zip !== null) {
        zip.end();
        return { pieces: zip.pieces(), leftOut: [] };
      }
      const piece = position === 0 ? null : await writer.end();
      return { pieces: piece === null ? [] : [piece], leftOut: [] };
    },
  };
}

function writerOf({ format, style }: SheetOrder, pdf: PdfTools | null): FormatWriter {
  const nothing = () => Promise.resolve(null);
  if (format === 'pdf') {
    if (pdf === null) throw new TypeError('A PDF needs its tools.');
    const printer = pdf.createPrinter(pdf.faces, style);
    return {
      alone: printer.one,
      async add(content) {
        await printer.add(content);
        return null;
      },
      end: printer.finish,
      refuse: (content) => pdf.sheetRefusals(content, pdf.faces),
    };
  }
  const refuse = () => [];
  if (format === 'text') {
    const text = (content: SheetContent): string => emailText(content, style);
    return {
      alone: (content) => Promise.resolve(bytes(text(content))),
      add: (content, position) =>
        Promise.resolve(bytes(`${position === 0 ? '' : divider}${text(content)}`)),
      end: nothing,
      refuse,
    };
  }
  const row = (content: SheetContent): string => csvRow(content, style);
  return {
    alone: (content) => Promise.resolve(bytes(csvHead + row(content))),
    add: (content, position) =>
      Promise.resolve(bytes(`${position === 0 ? csvHead : ''}${row(content)}`)),
    end: nothing,
    refuse,
  };
}

interface ZipWriter {
  /** `isPacked`: what is in it does not get smaller. */
  add(name: string, content: Uint8Array, isPacked: boolean): void;
  end(): void;
  /** What came out since the last call. */
  pieces(): Uint8Array[];
}

function createZip(at: string): ZipWriter {
  let out: Uint8Array[] = [];
  const zip = new Zip((error, piece) => {
    if (error !== null) throw error;
    out.push(piece);
  });
  return {
    add(name, content, isPacked) {
      const entry = isPacked ? new ZipPassThrough(name) : new ZipDeflate(name, { level: 6 });
      entry.mtime = new Date(at);
      zip.add(entry);
      entry.push(content, true);
    },
    end: () => zip.end(),
    pieces() {
      const pieces = out;
      out = [];
      return pieces;
    },
  };
}

/** What the thread that makes sheets does, apart from how it is asked. */
export function createSheetCalls(): SheetCalls {
  let opened: Promise<PdfTools> | null = null;
  let file: SheetFile | null = null;
  const pdf = () => {
    opened ??= openPdf(import.meta.url);
    return opened;
  };
  const begun = (): SheetFile => {
    if (file === null) throw new TypeError('No file was begun.');
    return file;
  };
  return {
    async begin(order) {
      file = createSheetFile(order, order.format === 'pdf' ? await pdf() : null);
    },
    add: (contents) => begun().add(contents),
    finish: () => begun().finish(),
    async checkLetterhead(letterhead) {
      const { letterheadRefusals, faces } = await pdf();
      return letterheadRefusals(letterhead, faces);
    },
    readLogo,
  };
}
