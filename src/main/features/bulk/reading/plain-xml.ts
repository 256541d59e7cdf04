/**
 * XML as spreadsheet programs write it. The reader of XLSX keeps of a text what stands behind a comment
 * alone, and what only looks like a tag in one is taken for a tag: a file would read as another one than
 * the program shows.
 */

/** Comments, instructions, and text that is marked as such; to the end where one does not end. */
const odd = /<!--[\s\S]*?(?:-->|$)|<\?[\s\S]*?(?:\?>|$)|<!\[CDATA\[([\s\S]*?)(?:\]\]>|$)/g;

/** Longest mark of the byte order, before which no declaration stands. */
const MARK = 3;

/** The same content without comments and instructions, and marked text as any other. */
export function plainXml(part: Uint8Array): Uint8Array {
  const bytes = Buffer.from(part.buffer, part.byteOffset, part.byteLength);
  if (!bytes.includes('<!') && bytes.lastIndexOf('<?') <= MARK) return part;
  // One byte a character: all that is looked for is ASCII.
  const plain = bytes
    .toString('latin1')
    .replace(odd, (_found, text: string | undefined) => (text === undefined ? '' : escaped(text)));
  return Buffer.from(plain, 'latin1');
}

/** Text that no reader of XML takes for a tag. */
export const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
