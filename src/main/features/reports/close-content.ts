/** What a close says of its period: all that its files, those of its preview, and of what arrived later are made from. */
import type { ReportSection } from '../../../bridge/reports.ts';
import { withoutKnown } from '../../core/foundation/secrets/without-known.ts';
import { formatMoment } from '../../core/pdf/moments.ts';
import { closeWords } from './close-words.ts';
import type { CloseContent, StoredClose } from './closes-table.ts';
import { momentsOf, type Period } from './period.ts';
import { daysInWords, type StatementParts } from './statements.ts';
import { words } from './words.ts';

export interface ContentParts extends Pick<StatementParts, 'company' | 'isTest' | 'known'> {
  readonly profileName: string;
  /** Not ended for longer is stuck, as a person set it. */
  readonly limits: () => { readonly payout: number };
}

export const isEarly = (
  close: Period & Pick<StoredClose, 'closedAt'>,
  { to } = momentsOf(close),
): boolean => close.closedAt < to;

/** Without secrets. */
export function contentOf(
  { company, isTest, limits, known }: ContentParts,
  sections: readonly ReportSection[],
  facts: CloseContent['facts'],
): CloseContent {
  const { letterhead, paper } = company.get();
  const content: CloseContent = {
    form: 5,
    stuckHours: limits().payout,
    company: letterhead.name,
    paper,
    isTest,
    facts,
    sections: [...sections],
  };
  return withoutKnown(content, known.values());
}

/** What the files of a close and of its preview begin with. */
export const openingFacts = (
  { profileName, isTest, limits }: ContentParts,
  period: Period,
): CloseContent['facts'] => [
  [words.profile, profileName],
  // The CSV has no banner.
  ...(isTest ? [[words.test.label, words.test.value] as const] : []),
  [words.period, daysInWords(period)],
  [words.timeZone, period.timeZone],
  [closeWords.cutOff, closeWords.cutOffBasis],
  [closeWords.stuckAfter, closeWords.hours(limits().payout)],
];

/** Facts that the files of a close begin with. */
export function factsOf(
  parts: ContentParts,
  close: Omit<StoredClose, 'sha256' | 'pdfSha256' | 'isErased'>,
): CloseContent['facts'] {
  const { timeZone, closedAt, note, version } = close;
  return [
    ...openingFacts(parts, close),
    [words.closedAt, formatMoment(closedAt, timeZone)],
    ...(isEarly(close) ? [[words.ended.label, closeWords.early] as const] : []),
    [words.closedBy, close.by ?? words.noPerson],
    [words.version, String(version)],
    ...(note === '' ? [] : [[words.note, note] as const]),
  ];
}
