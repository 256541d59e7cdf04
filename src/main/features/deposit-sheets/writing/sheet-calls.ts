/** What the thread that makes sheets does, apart from how it is asked. */
import { readLogo } from '../../../core/pdf/logo/logo.ts';
import type { SheetCalls } from './orders.ts';
import { createSheetFile, openPdf, type PdfTools, type SheetFile } from './sheet-file.ts';

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
