/** What a statement will say: its payouts by state, with their sums. */
import { Table, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { longInstant } from '../../../bridge/instants.ts';
import type { PayoutSummary, PayoutTotals } from '../../../bridge/payouts.ts';
import type { StatementSubject } from '../../../bridge/reports.ts';
import { counted, groupedCount } from '../../../bridge/words.ts';
import { hasOutcome } from '../../../contract/payout-outcomes.ts';
import { useBridge } from '../../app/bridge/bridge-context.ts';
import { ReadFailure } from '../../components/read-failure.tsx';
import { SkeletonTable } from '../../components/table/skeleton-table.tsx';
import { useShownMoment } from '../../components/use-now.ts';
import { formatState } from '../../format/words.ts';
import { useKnownAt } from '../../stores/known-at.ts';
import { PayoutTotalsLine, SumLines } from '../payouts/payout-totals.tsx';
import { type Days, momentsOf } from './period-of.ts';
import classes from './reports.module.css';
import { StatementRows } from './statement-rows.tsx';
import { reportTexts } from './texts.ts';

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
      <ReadFailure
        title={texts.failed}
        error={summary.error}
        onReadAgain={() => void summary.refetch()}
      />
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
