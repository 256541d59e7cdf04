/** The first rows, with what each column is read as over it. */
import type { BulkDraft } from '../../../../bridge/bulk.ts';
import { allSeen } from '../../../components/outside-text.tsx';
import { Section } from '../../../components/section.tsx';
import { keyed } from '../../../format/keyed.ts';
import { groupedCount } from '../../../format/words.ts';
import { bulkFieldLabel, bulkTexts } from '../texts.ts';
import { columnName } from './column-name.ts';
import classes from './draft.module.css';

const texts = bulkTexts.columns;

export function Preview({ draft }: { draft: BulkDraft }) {
  if (draft.preview.length === 0) return null;
  return (
    <Section title={texts.preview}>
      {/* biome-ignore lint/a11y/useSemanticElements: no fieldset, nothing in it is filled in */}
      <div
        className={classes['previewScroller']}
        role="group"
        aria-label={texts.preview}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is scrolled with the keyboard too
        tabIndex={0}
      >
        <table className={classes['preview']}>
          <thead>
            <tr>
              <th scope="col">{texts.row}</th>
              {draft.columns.map((column) => (
                <th key={column.index} scope="col" data-unused={column.field === null}>
                  {column.field === null ? texts.notUsed : bulkFieldLabel(column.field)}
                  <span className={classes['heading']}>{allSeen(columnName(column))}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {draft.preview.map(({ row, cells }) => (
              <tr key={row}>
                <th scope="row">{groupedCount(row)}</th>
                {keyed(cells, String).map(({ key, item }, place) => (
                  <td key={key} data-unused={(draft.columns[place]?.field ?? null) === null}>
                    {item === '' ? <span className="dimmed">{texts.empty}</span> : allSeen(item)}
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
