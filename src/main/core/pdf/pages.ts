/** Sets what a sheet says from top to bottom, and goes on to another page where one is full. */
import type { Page, Pdf, TextStyle } from './document.ts';
import type { Typefaces } from './fonts.ts';
import { hairline, leading, margins, paperSizes, valuesAt } from './look.ts';
import { linesOf } from './printable.ts';
import type { Paper } from './types.ts';

/** Above and below a row. */
const PADDING = 5;
/** A row higher than this may go on over the page. */
const TORN_ABOVE = 320;

export interface PagesParts {
  readonly pdf: Pdf;
  readonly faces: Typefaces;
  readonly paper: Paper;
  /** Sets what stands on top of every page after the first; begins below the margin. */
  readonly onNextPage: (pages: Pages) => void;
}

export class Pages {
  readonly width: number;
  readonly left = margins.side;
  /** Baseline of what was set last, or the upper edge of the page’s room. */
  y = 0;
  readonly #parts: PagesParts;
  readonly #size: readonly [number, number];
  readonly #pages: Page[] = [];
  #page: Page;

  constructor(parts: PagesParts) {
    this.#parts = parts;
    this.#size = paperSizes[parts.paper];
    this.width = this.#size[0] - 2 * margins.side;
    this.#page = this.#turn();
  }

  #turn(): Page {
    this.#page = this.#parts.pdf.page(...this.#size);
    this.#pages.push(this.#page);
    this.y = this.#size[1] - margins.top;
    return this.#page;
  }

  get right(): number {
    return this.left + this.width;
  }

  widthOf(text: string, { font, size }: TextStyle): number {
    return this.#parts.faces[font].widthOf(text, size);
  }

  /** Lines as they fit `room`, with the breaks that the text has itself. `broken`: where a word is torn. */
  lines(text: string, style: TextStyle, room: number, broken = ''): string[] {
    const widthOf = (part: string) => this.widthOf(part, style);
    return linesOf(text).flatMap((line) => wrap(line, { room, widthOf, broken }));
  }

  space(height: number): void {
    this.y -= height;
  }

  /** Goes to the next page unless so much is left on this one. */
  demand(height: number): void {
    if (this.y - height >= margins.bottom) return;
    this.#turn();
    this.#parts.onNextPage(this);
  }

  /** One line at a place of its own; the baseline is `y`. */
  put(text: string, x: number, y: number, style: TextStyle): void {
    this.#page.text(text, x, y, style);
  }

  putRight(text: string, y: number, style: TextStyle): void {
    this.put(text, this.right - this.widthOf(text, style), y, style);
  }

  logo(x: number, y: number, width: number, height: number): void {
    this.#page.logo(x, y, width, height);
  }

  rule(): void {
    this.#page.rule(this.left, this.y, this.width, hairline);
  }

  /** A paragraph over the whole width. */
  paragraph(text: string, style: TextStyle): void {
    for (const line of this.lines(text, style, this.width)) {
      this.demand(leading(style));
      this.space(leading(style));
      this.put(line, this.left, this.y, style);
    }
  }

  /** A name, and its value beside it, under a hairline. A row that fits a page is not torn apart. */
  row(
    name: string,
    value: string,
    styles: { readonly name: TextStyle; readonly value: TextStyle },
  ): void {
    const room = this.width - valuesAt;
    const values = this.lines(value, styles.value, room);
    const names = this.lines(name, styles.name, valuesAt - 12);
    const step = leading(styles.value);
    const height =
      Math.max(values.length * step, names.length * leading(styles.name)) + 2 * PADDING;
    this.demand(Math.min(height, TORN_ABOVE));
    this.rule();
    this.space(PADDING);
    // Names stand on the first baseline of their value, however large it is.
    const lift = styles.value.size * 0.14;
    const first = this.y - step + lift;
    names.forEach((line, at) => {
      this.put(line, this.left, first - at * leading(styles.name), styles.name);
    });
    const page = this.#page;
    for (const line of values) {
      this.demand(step);
      this.space(step);
      this.put(line, this.left + valuesAt, this.y + lift, styles.value);
    }
    const namesEnd = first - (names.length - 1) * leading(styles.name) - lift;
    if (page === this.#page) this.y = Math.min(this.y, namesEnd);
    this.space(PADDING);
  }

  /** On the foot of every page; told how many there are. */
  foot(left: (page: number, pages: number) => string, right: typeof left, style: TextStyle): void {
    const y = margins.bottom - 34;
    this.#pages.forEach((page, at) => {
      page.rule(this.left, y + 14, this.width, hairline);
      const begin = left(at + 1, this.#pages.length);
      const end = right(at + 1, this.#pages.length);
      const ends = this.right - this.widthOf(end, style);
      // A long ID is set smaller, or it would run into the number of the page.
      const fits = (ends - 12 - this.left) / this.widthOf(begin, style);
      page.text(begin, this.left, y, { ...style, size: style.size * Math.min(1, fits) });
      page.text(end, ends, y, style);
    });
  }
}

interface Wrapping {
  /** In points. */
  readonly room: number;
  readonly widthOf: (text: string) => number;
  /** Stands on both sides where a word is torn; empty: nothing. */
  readonly broken: string;
}

/** Breaks text into lines that fit: at spaces, and inside a word only where it is wider than a line. At least one line. */
function wrap(text: string, wrapping: Wrapping): string[] {
  const { room, widthOf } = wrapping;
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ').flatMap((each) => pieces(each, wrapping))) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && widthOf(longer) > room) {
      lines.push(line);
      line = word;
    } else {
      line = longer;
    }
  }
  return [...lines, line];
}

/** The word itself, or as much of it as fits a line, and so on; nothing of it is lost. */
function pieces(word: string, { room, widthOf, broken }: Wrapping): string[] {
  if (widthOf(word) <= room) return [word];
  const parts: string[] = [];
  let part = '';
  for (const character of word) {
    if (part.length > broken.length && widthOf(part + character + broken) > room) {
      parts.push(part + broken);
      part = broken;
    }
    part += character;
  }
  return [...parts, part];
}
