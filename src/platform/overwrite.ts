/** Keys that nobody needs any more. */
export function overwrite(...keys: readonly Uint8Array[]): void {
  for (const key of keys) key.fill(0);
}
