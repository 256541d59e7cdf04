/** The payouts that a statement will list, oldest first. */
import { Table } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { StatementSubject } from '../../../bridge/reports.ts';
import { groupedCount } from '../../../bridge/words.ts';
import { useBridge } from '../../app/bridge/bridge-context.ts';
import { ShortMoment } from '../../components/moment.tsx';
import { PageLink } from '../../components/page-link.tsx';
import { ReadFailure } from '../../components/read-failure.tsx';
import { asSeen } from '../../format/hidden-characters.ts';
import { shortId } from '../../format/identifiers.ts';
import { useKnownAt } from '../../stores/known-at.ts';
import { payoutPaths } from '../payouts/paths.ts';
import { Amount, PayoutState } from '../payouts/payout-parts.tsx';
import { notPaidOf } from '../payouts/payout-words.ts';
import { type Days, momentsOf } from './period-of.ts';
import classes from './reports.module.css';
import { reportTexts } from './texts.ts';

const texts = reportTexts.statement;
const sides = ['in', 'fee', 'out'] as const;
const shown = 100;

export function StatementRows({ of, days }: { of: StatementSubject; days: Days }) {
  const { queries } = useBridge();
  const { knownAt } = useKnownAt();
  const payouts = useQuery(
    queries.payouts.list.queryOptions({
      input: {
        ...(of.kind === 'customer' ? { customerId: of.id } : { virtualAccountId: of.id }),
        ...{ ...momentsOf(days), knownAt, limit: shown },
        ...{ sort: 'created', direction: 'ascending' },
      },
    }),
  );
  const { rows = [], total = 0 } = payouts.data ?? {};
  const hasReference = rows.some(({ reference }) => reference !== null);
  return (
    <>
      <ReadFailure
        title={texts.rowsFailed}
        error={payouts.error}
        onReadAgain={() => void payouts.refetch()}
      />
      <div className={classes['scroll']}>
        <Table
          className={`${classes['table']} ${classes['rows']}`}
          fz="sm"
          verticalSpacing={6}
          aria-label={texts.rows}
        >
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{texts.created}</Table.Th>
              <Table.Th>{texts.columns.state}</Table.Th>
              {sides.map((side) => (
                <Table.Th key={side} className={classes['number'] ?? ''}>
                  {texts.columns[side]}
                </Table.Th>
              ))}
              {hasReference && <Table.Th>{texts.reference}</Table.Th>}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map((row) => (
              <Table.Tr key={row.id}>
                <Table.Td>
                  <PageLink href={payoutPaths.one(row.id)}>
                    {row.created === null ? (
                      <span className="mono">{shortId(row.id)}</span>
                    ) : (
                      <ShortMoment at={row.created} />
                    )}
                  </PageLink>
                </Table.Td>
                <Table.Td>
                  <PayoutState of={row} />
                </Table.Td>
                {sides.map((side) => (
                  <Table.Td key={side} className={classes['number'] ?? ''}>
                    <Amount of={row[side]} not={side === 'out' ? notPaidOf(row) : null} />
                  </Table.Td>
                ))}
                {hasReference && <Table.Td>{asSeen(row.reference ?? '–')}</Table.Td>}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
      {total > rows.length && rows.length > 0 && (
        <p className="dimmed">{texts.more(groupedCount(rows.length), groupedCount(total))}</p>
      )}
    </>
  );
}
