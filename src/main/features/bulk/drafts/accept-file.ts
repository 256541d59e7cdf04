/** Which files become a draft. */
import type { BulkKind } from '../../../../bridge/bulk.ts';
import { maxBulkBytes } from '../../../../bridge/bulk-limits.ts';
import { invalid } from '../../../core/intents/failed.ts';
import type { UploadedBytes } from './uploads.ts';

interface AcceptedFile {
  readonly kind: BulkKind;
  readonly format: 'csv' | 'xlsx';
}
export type UploadedFile = AcceptedFile & UploadedBytes;

const endings: Readonly<Record<string, UploadedFile['format']>> = {
  csv: 'csv',
  tsv: 'csv',
  txt: 'csv',
  xlsx: 'xlsx',
};

/** Throws Failed INVALID. */
export function acceptFile(file: {
  readonly kind: BulkKind;
  readonly fileName: string;
  readonly bytes: number;
}): AcceptedFile {
  const ending = /\.([A-Za-z]+)$/.exec(file.fileName)?.[1]?.toLowerCase() ?? '';
  const format = endings[ending];
  if (format === undefined)
    throw invalid(
      'Causeway reads only CSV and XLSX files. Save the file as one of these and choose the new file.',
      'format',
    );
  if (file.bytes > maxBulkBytes)
    throw invalid('The file is larger than 20 MB. Split the file into several.', 'too-large');
  return { kind: file.kind, format };
}
