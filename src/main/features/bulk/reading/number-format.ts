/** What a spreadsheet shows of a number: its format may add zeros, separators and words. */
import Big from 'big.js';

/** Longer than any format that a spreadsheet lets one enter. */
const LONGEST = 255;

/** What a spreadsheet keeps of a number; it writes zeros for the rest. */
const KEPT_DIGITS = 15;

/**
 * `1.2345678901235E+19` for a number of which a spreadsheet left digits out, however it is written; null for any other.
 * One with more digits than a spreadsheet keeps was written by another program, and is whole.
 */
export function shortened(number: string): string | null {
  const match = /^(-?)(\d+)(?:\.(\d+))?(?:e\+?(\d{1,2}))?$/i.exec(number);
  if (match === null) return null;
  const [, sign = '', whole = '', fraction = '', power = '0'] = match;
  const places = Number(power);
  if (fraction.length > places) return null;
  const digits = `${whole}${fraction}`.padEnd(whole.length + places, '0').replace(/^0+/, '');
  const isWhole = power === '0' && /[1-9]/.test(digits.slice(KEPT_DIGITS));
  if (digits.length <= KEPT_DIGITS || isWhole) return null;
  const rest = digits.slice(1).replace(/0+$/, '');
  return `${sign}${digits[0]}${rest === '' ? '' : `.${rest}`}E+${digits.length - 1}`;
}

/** One piece of a format; bare separators of thousands are left out. */
type Piece =
  | { readonly is: 'digit'; readonly isZero: boolean }
  | { readonly is: 'text'; readonly text: string }
  | { readonly is: 'point' | 'percent' | 'thousand' };

const pieces = /"([^"]*)"|\\([\s\S])|[_*][\s\S]|\[([^\]]*)\]|([0#?])|([.,%])|([a-z@/])|([\s\S])/giu;

/**
 * The number as its format shows it, where that is another one, or other digits; null where the number stands
 * for itself, where the format rounds it, which would make another fee of a fee, and for a format that is not
 * read: dates, fractions, powers of ten.
 */
export function shownAs(number: string, format: string): string | null {
  if (
    format.length > LONGEST ||
    shortened(number) !== null ||
    !/^-?\d+(?:\.\d+)?(?:e[+-]?\d{1,2})?$/i.test(number)
  )
    return null;
  const value = new Big(number);
  const { section, isSigned } = sectionFor(value, format);
  const found = piecesOf(section);
  if (found === null || !found.some(({ is }) => is === 'digit')) return null;
  return filled(value, found, isSigned);
}

/** Section for a value: one of `positive;negative;zero`, or the first whose condition holds or that has none. */
function sectionFor(value: Big, format: string): { section: string; isSigned: boolean } {
  const sections = format.match(/(?:"[^"]*"|\\[\s\S]|\[[^\]]*\]|[^;"\\[])+/g) ?? [''];
  const conditions = sections.map((section) => /\[([<>=]{1,2})(-?\d+(?:\.\d+)?)\]/.exec(section));
  const [first = '', second = first, third = first] = sections;
  if (conditions.some((condition) => condition !== null)) {
    const at = conditions.findIndex(
      (condition) => condition === null || holds(value, condition[1], condition[2]),
    );
    return { section: sections[at] ?? first, isSigned: true };
  }
  if (value.eq(0)) return { section: third, isSigned: false };
  return value.lt(0)
    ? { section: second, isSigned: sections.length === 1 }
    : { section: first, isSigned: true };
}

function holds(value: Big, sign = '', bound = '0'): boolean {
  const order = value.cmp(bound);
  if (sign === '<>') return order !== 0;
  return (
    (sign.includes('<') && order < 0) ||
    (sign.includes('>') && order > 0) ||
    (sign.includes('=') && order === 0)
  );
}

/** null where something else than digits is shown. */
function piecesOf(section: string): Piece[] | null {
  const found: Piece[] = [];
  for (const [, quoted, escaped, bracket, digit, mark, letter, other] of section.matchAll(pieces)) {
    const text = quoted ?? escaped ?? other;
    if (letter !== undefined || /^[hms]+$/i.test(bracket ?? '')) return null;
    if (text !== undefined) found.push({ is: 'text', text });
    else if (digit !== undefined) found.push({ is: 'digit', isZero: digit === '0' });
    else if (mark !== undefined) found.push({ is: marks[mark as '.'] });
  }
  return found;
}
const marks = { '.': 'point', '%': 'percent', ',': 'thousand' } as const;

function filled(value: Big, all: readonly Piece[], isSigned: boolean): string | null {
  const count = (some: readonly Piece[], kind: Piece['is']): number =>
    some.filter(({ is }) => is === kind).length;
  const point = all.findIndex(({ is }) => is === 'point');
  const whole = all.slice(0, point === -1 ? all.length : point);
  const places = point === -1 ? 0 : count(all.slice(point), 'digit');
  const isPercent = count(all, 'percent') > 0;
  // Separators behind the last digit leave thousands out.
  const thousands = count(all.slice(all.findLastIndex(({ is }) => is === 'digit')), 'thousand');
  const exact = value.times(isPercent ? 100 : 1).div(new Big(1_000).pow(thousands));
  const shown = exact.round(places, Big.roundHalfUp);
  if (!shown.eq(exact)) return null;
  if (!isShaped(all, whole)) {
    return shown.eq(value) && !isPercent ? null : `${shown.toFixed(places)}${isPercent ? '%' : ''}`;
  }
  const [digits = '', fraction] = shown.abs().toFixed(places).split('.');
  const sign = isSigned && shown.lt(0) ? '-' : '';
  const tail = all.slice(whole.length).map(literal).join('');
  return `${sign}${inShape(digits, whole)}${fraction === undefined ? '' : `.${fraction}`}${tail}`;
}

/** What is shown of a piece that is no digit. */
function literal(piece: Piece): string {
  if (piece.is === 'percent') return '%';
  return piece.is === 'text' ? piece.text : '';
}

/** Whether more than the digits of a whole number is shown: zeros before them, words, or text among them. */
function isShaped(all: readonly Piece[], whole: readonly Piece[]): boolean {
  const first = whole.findIndex(({ is }) => is === 'digit');
  const last = whole.findLastIndex(({ is }) => is === 'digit');
  const zeros = whole.filter((piece) => piece.is === 'digit' && piece.isZero).length;
  const isText = (piece: Piece, at: number): boolean =>
    piece.is === 'text' && ((at > first && at < last) || piece.text.includes('+'));
  return (
    zeros > 1 || whole.some(isText) || all.some((piece) => /[\p{L}\p{N}]/u.test(literal(piece)))
  );
}

/** Digits from the last place on; those that are too many stand at the first one. */
function inShape(digits: string, whole: readonly Piece[]): string {
  const left = [...digits.replace(/^0+/, '')];
  const first = whole.findIndex(({ is }) => is === 'digit');
  let text = '';
  for (const [at, piece] of [...whole.entries()].reverse()) {
    text = literal(piece) + text;
    if (piece.is !== 'digit') continue;
    const digit = at === first ? left.splice(0).join('') : left.pop();
    text = (digit || (piece.isZero ? '0' : '')) + text;
  }
  return text;
}
