/** How a sheet looks: paper, margins, letters and colours. Lengths are points, 72 to the inch. */
import type { Colour, TextStyle } from './document.ts';
import type { Paper } from './types.ts';

/** ISO 216 A4 and ANSI letter. */
export const paperSizes: Readonly<Record<Paper, readonly [width: number, height: number]>> = {
  a4: [595.28, 841.89],
  letter: [612, 792],
};

export const margins = { side: 56, top: 50, bottom: 74 } as const;
/** From the left margin to the values, which stand beside their names. */
export const valuesAt = 138;

const ink: Colour = [0.09, 0.12, 0.16];
const quiet: Colour = [0.35, 0.39, 0.45];
const alarm: Colour = [0.7, 0.1, 0.1];
const accent: Colour = [0.03, 0.4, 0.41];
export const hairline: Colour = [0.8, 0.83, 0.86];

export const styles = {
  company: { font: 'bold', size: 15, colour: ink },
  companySmall: { font: 'bold', size: 9, colour: ink },
  address: { font: 'regular', size: 8.5, colour: quiet },
  title: { font: 'bold', size: 21, colour: ink },
  customer: { font: 'regular', size: 13, colour: ink },
  facts: { font: 'regular', size: 9, colour: quiet },
  test: { font: 'bold', size: 11, colour: alarm },
  heading: { font: 'bold', size: 12.5, colour: accent },
  lead: { font: 'regular', size: 10, colour: ink },
  name: { font: 'regular', size: 9, colour: quiet },
  value: { font: 'regular', size: 11.5, colour: ink },
  number: { font: 'mono', size: 15.5, colour: ink },
  wallet: { font: 'mono', size: 13, colour: ink },
  note: { font: 'regular', size: 9, colour: quiet },
  cellHead: { font: 'regular', size: 7, colour: quiet },
  cell: { font: 'regular', size: 7.5, colour: ink },
  cellTotal: { font: 'bold', size: 7.5, colour: ink },
  foot: { font: 'regular', size: 8, colour: quiet },
} satisfies Record<string, TextStyle>;

/** From one line to the next. */
export const leading = ({ size }: TextStyle): number => size * 1.36;

/** Room for a logo. */
export const logoRoom = { width: 190, height: 54 } as const;
