/** A file that a person chose, as the bridge takes it. */
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
