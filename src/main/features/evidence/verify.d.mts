/** What a check of a pack found; empty `problems`: every byte is as it was signed. */
export interface Checked {
  readonly problems: readonly { readonly part: string; readonly problem: string }[];
  readonly manifest: { readonly lines: Readonly<Record<string, number>> } | null;
  /** The public key that signed it, as hex. */
  readonly key: string | null;
}
export function checkZip(zip: Uint8Array): Checked;
export function checkFolder(folder: string): Checked;
