/** What the thread that prints reports does, apart from how it is asked. */
import { createPdf } from '../document.ts';
import { embedLogo } from '../embedded.ts';
import { openTypefaces, type Typefaces } from '../fonts.ts';
import { drawReport } from './draw-report.ts';
import type { Report } from './report.ts';

export interface ReportCalls {
  /** The whole file. The same report gives the same bytes. */
  print(report: Report): Promise<Uint8Array>;
}

/** @param here URL of a file that the fonts may lie beside */
export function createReportCalls(here: string): ReportCalls {
  let faces: Typefaces | null = null;
  return {
    async print(report) {
      faces ??= openTypefaces(here);
      const { logo, name } = report.letterhead;
      const { title, createdAt } = report;
      const image = logo === null ? null : await embedLogo(logo);
      const pdf = await createPdf(faces, image, { title, author: name, createdAt });
      drawReport(pdf, faces, report);
      return await pdf.finish();
    },
  };
}
