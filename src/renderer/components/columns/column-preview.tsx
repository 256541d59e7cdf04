/** The first rows of a file, with what each column is read as over it. */

import { groupedCount } from '../../../bridge/words.ts';
import { keyed } from '../../format/keyed.ts';
import { allSeen } from '../outside-text.tsx';
import { Section } from '../section.tsx';
import classes from './columns.module.css';

export interface ColumnPreviewProps {
  words: { readonly preview: string; readonly row: string; readonly empty: string };
  /** `readAs`: in words, also of a column that is not used. */
  columns: readonly { readonly name: string; readonly readAs: string; readonly isUsed: boolean }[];
  rows: readonly { readonly row: number; readonly cells: readonly string[] }[];
}

export function ColumnPreview({ words, columns, rows }: ColumnPreviewProps) {
  if (rows.length === 0) return null;
  return (
    <Section title={words.preview}>
      {/* biome-ignore lint/a11y/useSemanticElements: no fieldset, nothing in it is filled in */}
      <div
        className={classes['scroller']}
        role="group"
        aria-label={words.preview}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is scrolled with the keyboard too
        tabIndex={0}
      >
        <table className={classes['preview']}>
          <thead>
            <tr>
              <th scope="col">{words.row}</th>
              {keyed(columns, ({ name }) => name).map(({ key, item }) => (
                <th key={key} scope="col" data-unused={!item.isUsed}>
                  {item.readAs}
                  <span className={classes['heading']}>{allSeen(item.name)}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ row, cells }) => (
              <tr key={row}>
                <th scope="row">{groupedCount(row)}</th>
                {keyed(cells, String).map(({ key, item }, place) => (
                  <td key={key} data-unused={!(columns[place]?.isUsed ?? false)}>
                    {item === '' ? <span className="dimmed">{words.empty}</span> : allSeen(item)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Section>
  );
}
