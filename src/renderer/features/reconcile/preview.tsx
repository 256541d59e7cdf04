/** The first lines of a CSV file, with what each column is over it. */
import type { ColumnUse } from '../../../bridge/reconcile.ts';
import { allSeen } from '../../components/outside-text.tsx';
import { Section } from '../../components/section.tsx';
import { keyed } from '../../format/keyed.ts';
import { groupedCount } from '../../format/words.ts';
import type { CsvDraft } from './mapping.ts';
import classes from './reconcile.module.css';
import { columnWords, reconcileTexts } from './texts.ts';

const texts = reconcileTexts.draft;

export const nameOf = (heading: string, index: number): string =>
  heading === '' ? texts.unnamed(index + 1) : heading;

export interface PreviewProps {
  csv: CsvDraft;
  columns: readonly (ColumnUse | null)[];
}

export function Preview({ csv, columns }: PreviewProps) {
  const wordsAt = (index: number): string => {
    const use = columns[index] ?? null;
    return use === null ? texts.notUsed : columnWords[use];
  };
  return (
    <Section title={texts.preview}>
      {/* biome-ignore lint/a11y/useSemanticElements: no fieldset, nothing in it is filled in */}
      <div
        className={classes['scroller']}
        role="group"
        aria-label={texts.preview}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is scrolled with the keyboard too
        tabIndex={0}
      >
        <table className={classes['preview']}>
          <thead>
            <tr>
              <th scope="col">{texts.line}</th>
              {keyed(csv.headings, String).map(({ key, item }, index) => (
                <th key={key} scope="col" data-unused={(columns[index] ?? null) === null}>
                  {wordsAt(index)}
                  <span className={classes['heading']}>{allSeen(nameOf(item, index))}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {csv.preview.map(({ row, cells }) => (
              <tr key={row}>
                <th scope="row">{groupedCount(row)}</th>
                {keyed(cells, String).map(({ key, item }, index) => (
                  <td key={key} data-unused={(columns[index] ?? null) === null}>
                    {allSeen(item)}
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
