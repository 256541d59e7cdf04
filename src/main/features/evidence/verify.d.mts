/** What a check found; empty `problems`: every byte is as it was signed. */
export interface Checked {
  readonly problems: readonly { readonly part: string; readonly problem: string }[];
  /** Of a pack. */
  readonly manifest: { readonly lines: Readonly<Record<string, number>> } | null;
  /** The public key that signed it, as hex. */
  readonly key: string | null;
}
export function checkZip(zip: Uint8Array): Checked;
export function checkFolder(folder: string): Checked;
export function checkFile(file: Uint8Array): Checked;
