/** Files of a close, of its preview, and of what arrived later. */
import type { ReportFormat, ReportSection } from '../../../bridge/reports.ts';
import type { Report } from '../../core/pdf/report/report.ts';
import { closeWords } from './close-words.ts';
import type { CloseContent, StoredClose } from './closes-table.ts';
import { onPaper } from './on-paper.ts';
import type { Period } from './period.ts';
import { csvSections, reportFileName } from './report-files.ts';
import { daysInWords } from './statements.ts';
import { words } from './words.ts';

/** Rows of one table on paper: some 25 pages. */
const MAX_PRINTED = 1_000;

/** The same for the same close, whatever version of Causeway asks: what is new is of another form. */
export const closeCsv = ({
  form,
  facts,
  sections,
}: Pick<CloseContent, 'form' | 'facts' | 'sections'>): string =>
  csvSections(facts, sections, form > 3);

/** As `closeCsv`. */
export const closePaper = (
  title: string,
  { from, to, timeZone }: Period,
  { company, paper, isTest, facts, sections, form }: CloseContent,
  createdAt: string,
): Report => ({
  letterhead: { name: company, addressLines: [], logo: null },
  paper,
  isTest,
  createdAt,
  title,
  facts,
  subtitle: daysInWords({ from, to, timeZone }),
  sections: sections.map((section) =>
    onPaper(form === 1 ? section : shortened(section), timeZone, form),
  ),
  foot: `${title} · ${from} – ${to} · ${timeZone}`,
});

export const printedFacts = (content: CloseContent, sha256: string): CloseContent => ({
  ...content,
  facts: [...content.facts, [words.csvDigest, sha256]],
});

function shortened({ rows, lead, ...section }: ReportSection): ReportSection {
  if (rows.length <= MAX_PRINTED) return { ...section, rows, lead };
  const note = closeWords.shortened(MAX_PRINTED, rows.length);
  return {
    ...section,
    lead: lead === '' ? note : `${lead} ${note}`,
    rows: rows.slice(0, MAX_PRINTED),
  };
}

export interface NamedClose extends Pick<StoredClose, 'from' | 'to' | 'timeZone' | 'version'> {
  /** How often an erasure took something out of it: its files are other ones each time. */
  readonly erasures?: number;
}

/** With the zone: the same days of another one are another period. */
export const closeFileName = (
  kind: string,
  { from, to, timeZone, version, erasures = 0 }: NamedClose,
  format: ReportFormat,
): string =>
  reportFileName(
    [
      kind,
      from,
      ...(to === from ? [] : [to]),
      timeZone,
      ...(version === 1 ? [] : [`version-${version}`]),
      ...(erasures === 0 ? [] : [erasures === 1 ? 'erased' : `erased-${erasures}`]),
    ],
    format,
  );
