/** A section of a period close, its count in its title; the table opens below. */
import { Table } from '@mantine/core';
import { auditLabel } from '../../../bridge/audit-labels.ts';
import type { ShownSection } from '../../../bridge/reports.ts';
import { groupedCount } from '../../../bridge/words.ts';
import { ShortMoment } from '../../components/moment.tsx';
import { formatMoney } from '../../format/amounts.ts';
import { asSeen } from '../../format/hidden-characters.ts';
import { formatState } from '../../format/words.ts';
import classes from './reports.module.css';
import { reportTexts } from './texts.ts';

const texts = reportTexts.close;

export function SectionView({ section, isOpen }: { section: ShownSection; isOpen: boolean }) {
  const { title, lead, columns, rows, total } = section;
  if (total === 0) {
    return (
      <div className={classes['section']}>
        <span className={classes['name']}>{title}</span>{' '}
        <span className="dimmed">{texts.none}</span>
      </div>
    );
  }
  const shown = columns.flatMap((column, at) =>
    column.kind === 'currency' ? [] : [{ column, at }],
  );
  // What comes before a count says what is counted.
  const counted = columns.findIndex(({ kind }) => kind === 'count');
  const numbered = (kind: string): string =>
    kind === 'amount' || kind === 'count' ? (classes['number'] ?? '') : '';
  return (
    <details className={classes['section']} open={isOpen}>
      <summary>
        <span className={classes['name']}>{title}</span>{' '}
        <span className="dimmed">{texts.rows(total)}</span>
      </summary>
      {lead !== '' && <p className="dimmed">{lead}</p>}
      <div className={classes['scroll']}>
        <Table className={classes['table'] ?? ''} fz="sm" verticalSpacing={4} aria-label={title}>
          <Table.Thead>
            <Table.Tr>
              {shown.map(({ column }) => (
                <Table.Th key={column.label} className={numbered(column.kind)}>
                  {column.label}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map((row, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows have no name of their own and never move
              <Table.Tr key={index}>
                {shown.map(({ column, at }) => (
                  <Table.Td
                    key={column.label}
                    className={numbered(column.kind)}
                    data-repeated={
                      (at < counted && repeatsAbove(row, rows[index - 1], at)) || undefined
                    }
                  >
                    <Cell kind={column.kind} value={row[at] ?? ''} next={row[at + 1] ?? ''} />
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
      {total > rows.length && (
        <p className="dimmed">{texts.more(groupedCount(rows.length), groupedCount(total))}</p>
      )}
    </details>
  );
}

/** It and all before it say what the row above says: what a group of rows is of is drawn once. */
const repeatsAbove = (
  row: readonly string[],
  above: readonly string[] | undefined,
  at: number,
): boolean => row.slice(0, at + 1).every((value, index) => value === above?.[index]);

interface CellProps {
  kind: ShownSection['columns'][number]['kind'];
  value: string;
  /** Value of the next column: the currency of an amount. */
  next: string;
}

function Cell({ kind, value, next }: CellProps) {
  if (kind === 'amount') {
    if (value === '') return <span className={classes['without']}>{texts.notFound}</span>;
    return asSeen(formatMoney({ amount: value, currency: next === '' ? null : next }));
  }
  if (kind === 'moment') return value === '' ? '–' : <ShortMoment at={value} />;
  if (kind === 'state') return formatState(value);
  if (kind === 'action') return auditLabel(value);
  return asSeen(value);
}
