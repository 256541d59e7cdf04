/** Decoders throw on text of another encoding. */

/** The bytes, or null for text of another encoding. */
export function decoded(decode: () => Uint8Array): Uint8Array | null {
  try {
    return decode();
  } catch {
    return null;
  }
}
