/** Files of reports: how they are named, and how a PDF or a CSV is written. */
import type { ReportFormat, ReportSection } from '../../../bridge/reports.ts';
import { asText, byteOrderMark, type Cell, csvLines } from '../../core/exports/csv-lines.ts';
import type { Writing } from '../../core/exports/export-files.ts';
import type { WritableFile } from '../../core/exports/places.ts';
import { words } from './words.ts';

export const mediaTypes: Readonly<Record<ReportFormat, string>> = {
  pdf: 'application/pdf',
  csv: 'text/csv; charset=utf-8',
};

/** `statement-customer-1-2026-11-01-2026-11-30.pdf`: letters, digits, dots and dashes alone. */
export function reportFileName(parts: readonly string[], format: ReportFormat): string {
  const plain = parts.map((part) => part.replaceAll(/[^A-Za-z0-9]+/g, '-').slice(0, 80));
  return `${plain.join('-')}.${format}`;
}

/** Amounts and counts are numbers to a spreadsheet; IDs and everything else are text. */
function csvCell(value: string, kind: ReportSection['columns'][number]['kind']): Cell {
  if (kind === 'month' || kind === 'moment') return { time: value };
  return kind === 'text' && /^\d+([.,]\d+)*$/.test(value) ? asText(value) : value;
}

/** A table of its own. */
export const csvTable = (
  { columns, rows }: Pick<ReportSection, 'columns' | 'rows'>,
  more: { readonly labels: readonly string[]; readonly cells: (row: number) => readonly string[] },
): string =>
  byteOrderMark +
  csvLines([
    [...columns.map(({ label }) => label), ...more.labels],
    ...rows.map((row, number) => [
      ...columns.map(({ kind }, at) => csvCell(row[at] ?? '', kind)),
      ...more.cells(number),
    ]),
  ]);

/**
 * Facts, then each section under its own heading line. The first column names the section.
 *
 * @param keepsDates as `harmless` has it
 */
export const csvSections = (
  facts: readonly (readonly [name: string, value: string])[],
  sections: readonly ReportSection[],
  keepsDates: boolean,
): string =>
  byteOrderMark +
  csvLines(
    [
      ...facts.map((fact) => ['Report', ...fact]),
      ...sections.flatMap(({ title, columns, rows }) => [
        [title, ...columns.map(({ label }) => label)],
        ...(rows.length === 0 ? [[title, words.none]] : []),
        ...rows.map((row) => [
          title,
          ...columns.map(({ kind }, at) => csvCell(row[at] ?? '', kind)),
        ]),
      ]),
    ],
    keepsDates,
  );

/** Resolves to the finished file; leaves nothing behind otherwise. */
export async function writeWhole<File extends WritableFile>(
  { open, signal, onProgress }: Writing<File>,
  content: () => Promise<{ readonly bytes: string | Uint8Array; readonly rows: number }>,
): Promise<{ readonly file: File; readonly done: number }> {
  const file = await open();
  try {
    const { bytes, rows } = await content();
    signal.throwIfAborted();
    await file.write(bytes);
    onProgress(rows, rows);
    await file.finish();
    return { file, done: rows };
  } catch (error) {
    await file.discard();
    throw error;
  }
}
