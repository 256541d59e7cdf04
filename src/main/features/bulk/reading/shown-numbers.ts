/** Cells of a sheet whose number format shows other digits than they hold, as texts of what is shown. */
import { attribute, tagsIn } from './hidden.ts';
import { shownAs } from './number-format.ts';

/** Formats that every spreadsheet knows by a number alone; not those that show a number as it is. */
const builtIn: Readonly<Record<string, string>> = {
  1: '0',
  2: '0.00',
  3: '#,##0',
  4: '#,##0.00',
  9: '0%',
  10: '0.00%',
  37: '#,##0',
  38: '#,##0',
  39: '#,##0.00',
  40: '#,##0.00',
};

/** A cell that shows an error, such as `#N/A`. */
const errorType = /(<(?:[\w.-]+:)?c(?=\s)[^<>]*?\st\s*=\s*)(?:"e"|'e')/g;

/** Errors as texts, as they are shown: the reader takes such a cell for a blank one. */
export function withShownErrors(part: Uint8Array): Uint8Array {
  const xml = textOf(part);
  const shown = xml.replace(errorType, '$1"str"');
  return shown === xml ? part : Buffer.from(shown, 'latin1');
}

/** One byte a character: what is looked for is ASCII. */
const textOf = (part: Uint8Array): string =>
  Buffer.from(part.buffer, part.byteOffset, part.byteLength).toString('latin1');

const entities = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" } as const;
const plain = (text: string): string =>
  text.replace(/&(amp|lt|gt|quot|apos);/g, (_all, name: keyof typeof entities) => entities[name]);
const escaped = (text: string): string =>
  textOf(Buffer.from(text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')));

/** Number format of each cell style, by the number of the style; undefined where it is not known. */
function formatsOf(part: Uint8Array | undefined): (string | undefined)[] {
  const styles = part === undefined ? '' : new TextDecoder().decode(part);
  const own = new Map(
    [...tagsIn(styles, 'numFmt')].map(({ given }) => [
      attribute(given, 'numFmtId'),
      plain(attribute(given, 'formatCode') ?? ''),
    ]),
  );
  const cells = /<(?:[\w.-]+:)?cellXfs[\s>][\s\S]*?<\/(?:[\w.-]+:)?cellXfs/.exec(styles)?.[0] ?? '';
  return [...tagsIn(cells, 'xf')].map(({ given }) => {
    const id = attribute(given, 'numFmtId');
    return own.get(id) ?? builtIn[id ?? ''];
  });
}

const value =
  /(?:\s*<(?:[\w.-]+:)?f\b[^>]*(?:\/>|>[^<]*<\/(?:[\w.-]+:)?f\s*>))?\s*<(?:[\w.-]+:)?v>([^<]*)</y;

/** @param styles the part that says which format a style has; undefined where there is none */
export function withShownNumbers(
  part: Uint8Array,
  styles: Uint8Array | undefined,
): { readonly part: Uint8Array; readonly changed: number } {
  const formats = formatsOf(styles);
  if (formats.every((format) => format === undefined)) return { part, changed: 0 };
  const xml = textOf(part);
  const parts: string[] = [];
  let from = 0;
  let changed = 0;
  for (const { given, end } of tagsIn(xml, 'c')) {
    const format = formats[Number(attribute(given, 's') ?? 'none')];
    if (format === undefined || (attribute(given, 't') ?? 'n') !== 'n') continue;
    value.lastIndex = end;
    const found = value.exec(xml);
    const digits = found?.[1] ?? '';
    const shown = shownAs(digits.trim(), format);
    if (found === null || shown === null) continue;
    const tag = given.replace(/\st\s*=\s*(?:"n"|'n')/, '');
    const before = found[0].slice(0, -1 - digits.length);
    parts.push(xml.slice(from, end - 1 - given.length), tag, ' t="str">', before, escaped(shown));
    from = value.lastIndex - 1;
    changed += 1;
  }
  if (changed === 0) return { part, changed };
  parts.push(xml.slice(from));
  return { part: Buffer.from(parts.join(''), 'latin1'), changed };
}
