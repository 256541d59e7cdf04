/** Decoders throw for what is none of theirs. */

/** The bytes, or null where the text is not of that encoding. */
export function decoded(decode: () => Uint8Array): Uint8Array | null {
  try {
    return decode();
  } catch {
    return null;
  }
}
