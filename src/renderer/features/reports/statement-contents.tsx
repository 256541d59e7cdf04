/** What a statement will say: its payouts by state, with their sums. */
import { Table, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { longInstant } from '../../../bridge/instants.ts';
import type { PayoutSummary, PayoutTotals } from '../../../bridge/payouts.ts';
import type { StatementSubject } from '../../../bridge/reports.ts';
import { counted, groupedCount } from '../../../bridge/words.ts';
import { hasOutcome } from '../../../contract/payout-outcomes.ts';
import { useBridge } from '../../app/bridge/bridge-context.ts';
import { ShortMoment } from '../../components/moment.tsx';
import { PageLink } from '../../components/page-link.tsx';
import { ReadFailure } from '../../components/read-failure.tsx';
import { SkeletonTable } from '../../components/table/skeleton-table.tsx';
import { useShownMoment } from '../../components/use-now.ts';
import { asSeen } from '../../format/hidden-characters.ts';
import { shortId } from '../../format/identifiers.ts';
import { formatState } from '../../format/words.ts';
import { useKnownAt } from '../../stores/known-at.ts';
import { payoutPaths } from '../payouts/paths.ts';
import { Amount, PayoutState } from '../payouts/payout-parts.tsx';
import { PayoutTotalsLine, SumLines } from '../payouts/payout-totals.tsx';
import { notPaidOf } from '../payouts/payout-words.ts';
import { type Days, momentsOf } from './period-of.ts';
import classes from './reports.module.css';
import { reportTexts } from './texts.ts';

const sideColumns = ['in', 'fee', 'out'] as const;
const shown = 100;

/** The payouts that a statement will list, oldest first. */
function StatementRows({ of, days }: { of: StatementSubject; days: Days }) {
  const { queries } = useBridge();
  const { knownAt } = useKnownAt();
  const payouts = useQuery(
    queries.payouts.list.queryOptions({
      input: {
        ...(of.kind === 'customer' ? { customerId: of.id } : { virtualAccountId: of.id }),
        ...momentsOf(days),
        knownAt,
        limit: shown,
        sort: 'created',
        direction: 'ascending',
      },
    }),
  );
  const { rows = [], total = 0 } = payouts.data ?? {};
  const hasReference = rows.some(({ reference }) => reference !== null);
  return (
    <>
      <ReadFailure title={texts.rowsFailed} query={payouts} />
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
              {sideColumns.map((side) => (
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
                {sideColumns.map((side) => (
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

const texts = reportTexts.statement;
const sides = ['in', 'fee', 'out'] as const;

export function StatementContents({ of, days }: { of: StatementSubject; days: Days }) {
  const { queries } = useBridge();
  const { knownAt } = useKnownAt();
  const summary = useQuery(
    queries.payouts.summary.queryOptions({
      input: {
        ...(of.kind === 'customer' ? { customerId: of.id } : { virtualAccountId: of.id }),
        ...momentsOf(days),
        knownAt,
      },
    }),
  );
  const shown = useShownMoment();
  const hasEnded = shown >= Date.parse(momentsOf(days).to);
  const { data } = summary;
  if (data === undefined) {
    return summary.error === null ? (
      <SkeletonTable />
    ) : (
      <ReadFailure title={texts.failed} query={summary} />
    );
  }
  return (
    <section aria-label={texts.contents}>
      <Title order={2} className={classes['heading']}>
        {counted(data.count, texts.payout, texts.payouts)}
      </Title>
      <p className="dimmed">{days.from === days.to ? days.from : texts.days(days.from, days.to)}</p>
      {!hasEnded && (
        <p className={classes['early']}>
          {texts.notEnded(longInstant(new Date(shown).toISOString()))}
        </p>
      )}
      {data.count === 0 && <p>{hasEnded ? texts.none : texts.noneYet}</p>}
      {data.count > 0 && (
        <>
          <PayoutTotalsLine outcomes={data.outcomes} />
          <Table className={classes['table'] ?? ''} fz="sm" verticalSpacing={6}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{texts.columns.state}</Table.Th>
                <Table.Th className={classes['number'] ?? ''}>{texts.columns.payouts}</Table.Th>
                {sides.map((side) => (
                  <Table.Th key={side} className={classes['number'] ?? ''}>
                    {texts.columns[side]}
                  </Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {data.states.map(({ state, count, totals }) => (
                <Sums key={state} name={formatState(state)} count={count} totals={totals} />
              ))}
            </Table.Tbody>
          </Table>
          {data.states.some(hasUnpaid) && <p className="dimmed">{texts.notPaid}</p>}
          <StatementRows of={of} days={days} />
        </>
      )}
      {data.withoutTime > 0 && (
        <p className={classes['without']}>{texts.withoutTime(data.withoutTime)}</p>
      )}
      {data.progress !== null && <p className={classes['without']}>{texts.behind}</p>}
    </section>
  );
}

/** An amount out stands there that is not in what was paid out. */
const hasUnpaid = ({ state, totals }: PayoutSummary['states'][number]): boolean =>
  !hasOutcome('paidOut', state) && totals.out.totals.length > 0;

function Sums({ name, count, totals }: { name: string; count: number; totals: PayoutTotals }) {
  return (
    <Table.Tr>
      <Table.Th scope="row">{name}</Table.Th>
      <Table.Td className={classes['number'] ?? ''}>{groupedCount(count)}</Table.Td>
      {sides.map((side) => (
        <Table.Td key={side} className={`${classes['number']} ${classes['sums']}`}>
          <SumLines of={totals[side]} />
        </Table.Td>
      ))}
    </Table.Tr>
  );
}
