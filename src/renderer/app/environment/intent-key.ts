/** Keys of intents are minted where the form opens, so that a double click is one intent. */

/** 128 random bits as 32 lowercase hex digits. */
export function mintIntentKey(random: Pick<Crypto, 'getRandomValues'>): string {
  const bytes = random.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
