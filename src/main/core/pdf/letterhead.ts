/** The head of a first page. */
import { leading, logoRoom, styles } from './look.ts';
import type { Pages } from './pages.ts';
import type { Letterhead } from './types.ts';

/** Logo or name on the left, name and address on the right, as far as they were given. */
export function drawLetterhead(pages: Pages, { logo, name, addressLines }: Letterhead): void {
  const top = pages.y;
  const room = pages.width * 0.44;
  const right = [
    ...(logo === null || name === ''
      ? []
      : pages
          .lines(name, styles.companySmall, room)
          .map((line) => ({ line, style: styles.companySmall }))),
    ...addressLines.flatMap((address) =>
      pages.lines(address, styles.address, room).map((line) => ({ line, style: styles.address })),
    ),
  ];
  let left = 0;
  if (logo !== null) {
    const scale = Math.min(logoRoom.width / logo.width, logoRoom.height / logo.height);
    left = logo.height * scale;
    pages.logo(pages.left, top - left, logo.width * scale, left);
  } else if (name !== '') {
    const widest = Math.max(0, ...right.map(({ line, style }) => pages.widthOf(line, style)));
    const lines = pages.lines(name, styles.company, pages.width - widest - 24);
    for (const [at, line] of lines.entries()) {
      pages.put(
        line,
        pages.left,
        top - styles.company.size - at * leading(styles.company),
        styles.company,
      );
    }
    left = lines.length * leading(styles.company);
  }
  let y = top + 2;
  for (const { line, style } of right) {
    y -= leading(style);
    pages.putRight(line, y, style);
  }
  const height = Math.max(left, right.length === 0 ? 0 : top - y + 3);
  if (height > 0) pages.space(height + 26);
}
