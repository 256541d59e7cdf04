/** What a person gave to be added, and the reading of it. */
import type { Bridge } from '../../../bridge/contract.ts';
import type { ImportForm, ImportTableKind, ImportView } from '../../../bridge/imports.ts';

export type Place = 'customers' | 'virtual-accounts' | 'webhooks';

export interface ImportValues {
  form: ImportForm;
  text: string;
  /** Name of the file that the text is from; null once the text was typed or pasted. */
  fileName: string | null;
  customerId: string;
  kind: ImportTableKind;
}

const kinds: Readonly<Record<Place, ImportTableKind>> = {
  customers: 'customer',
  'virtual-accounts': 'virtualAccount',
  webhooks: 'webhook',
};

export const placeAt = (part: string | null): Place =>
  part === 'virtual-accounts' || part === 'webhooks' ? part : 'customers';

/** Nothing is given yet. */
export const noText = { text: '', fileName: null } as const;

export const emptyValues = (place: Place): ImportValues => ({
  form: 'ids',
  ...noText,
  customerId: '',
  kind: kinds[place],
});

/** Bytes of a file as text: UTF-16 where its mark says so, else UTF-8. */
export function textOf(bytes: ArrayBuffer): string {
  const [first, second] = new Uint8Array(bytes);
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  const isBigEnd = first === 0xfe && second === 0xff;
  return new TextDecoder(isBigEnd ? 'utf-16be' : 'utf-8').decode(bytes);
}

/** Characters of one message: well below what the bridge carries at once, whatever the letters. */
const PART = 200_000;

/** Hands the text over in parts, and has it read. */
export async function readImport(
  imports: Bridge['imports'],
  { form, text, fileName, customerId, kind }: ImportValues,
): Promise<ImportView> {
  let id: string | null = null;
  for (let at = 0; at === 0 || at < text.length; ) {
    // Not between the halves of a character: main takes a hash over each part.
    const isHalf = /[\uD800-\uDBFF]/.test(text[at + PART - 1] ?? '');
    const end = at + PART - Number(isHalf);
    const part = { id, text: text.slice(at, end), fileName };
    const uploaded: { id: string } = await imports.upload(part);
    id = uploaded.id;
    at = end;
  }
  const owner = form === 'ids' ? customerId.trim() : '';
  return await imports.preview({
    uploadId: id ?? '',
    form,
    kind,
    customerId: owner === '' ? null : owner,
  });
}
