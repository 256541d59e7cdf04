/** What is typed of a letterhead. */
import type { CompanyView } from '../../../bridge/deposit-sheets.ts';
import { companyTexts } from '../deposit-sheets/texts.ts';

/** Bound of main; what is larger is not even sent. */
const MOST_BYTES = 256 * 1024;

/** The message is for a person. */
export class FileProblem extends Error {
  override readonly name = 'FileProblem';
}

/** Rejects with FileProblem for a file that is too large or can't be read. */
export async function base64Of(file: Blob): Promise<string> {
  if (file.size > MOST_BYTES) throw new FileProblem(companyTexts.tooLarge);
  const bytes = await file.arrayBuffer().catch(() => {
    throw new FileProblem(companyTexts.unreadable);
  });
  const characters = Array.from(new Uint8Array(bytes), (byte) => String.fromCharCode(byte));
  return btoa(characters.join(''));
}

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
