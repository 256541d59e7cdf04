/** What is typed of a letterhead. */
import type { CompanyView } from '../../../bridge/deposit-sheets.ts';
import { companyTexts } from '../deposit-sheets/texts.ts';

/** Bounds of the bridge (src/bridge/deposit-sheets.ts). */
const MOST_LETTERS = 120;
const MOST_LINES = 6;

export const addressLinesOf = (address: string): string[] =>
  address
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

export interface CompanyValues {
  name: string;
  address: string;
  paper: CompanyView['paper'];
}

type Saved = Omit<CompanyView, 'logo'>;

export const companyValues = ({ name, addressLines, paper }: Saved): CompanyValues => ({
  name,
  address: addressLines.join('\n'),
  paper,
});

/** As it was kept, of the fields that say what was sent: in the others somebody typed meanwhile. */
export function unchangedSince(
  now: CompanyValues,
  sent: Saved,
  kept: CompanyValues,
): Partial<CompanyValues> {
  const isSameAddress = addressLinesOf(now.address).join('\n') === sent.addressLines.join('\n');
  return {
    ...(now.name.trim() === sent.name ? { name: kept.name } : {}),
    ...(isSameAddress ? { address: kept.address } : {}),
  };
}

export const companyProblems = {
  name: (name: string): string | null =>
    name.trim().length > MOST_LETTERS ? companyTexts.problems.name : null,
  address(address: string): string | null {
    const lines = addressLinesOf(address);
    const isTooMuch = lines.length > MOST_LINES || lines.some((line) => line.length > MOST_LETTERS);
    return isTooMuch ? companyTexts.problems.address : null;
  },
};
