/** The payouts of a customer or a virtual account, with their totals, and the way to all of them. */
import { Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { groupedCount } from '../../../bridge/words.ts';
import { useBridge } from '../../app/bridge/bridge-context.ts';
import { ShortMoment } from '../../components/moment.tsx';
import { PageLink } from '../../components/page-link.tsx';
import { ReadFailure } from '../../components/read-failure.tsx';
import { Section } from '../../components/section.tsx';
import { useKnownAt } from '../../stores/known-at.ts';
import { reportPaths } from '../reports/paths.ts';
import { payoutPaths } from './paths.ts';
import { PayoutState } from './payout-parts.tsx';
import { PayoutTotalsLine } from './payout-totals.tsx';
import { titleOf } from './payout-words.ts';
import classes from './payouts.module.css';
import { payoutTexts } from './texts.ts';

const shown = 5;
const texts = payoutTexts.ofRecord;

export interface PayoutsSectionProps {
  /** Record whose payouts are shown. */
  of: { readonly customerId: string } | { readonly virtualAccountId: string };
}

export function PayoutsSection({ of }: PayoutsSectionProps) {
  const { queries } = useBridge();
  const { knownAt } = useKnownAt();
  const payouts = useQuery(
    queries.payouts.list.queryOptions({ input: { ...of, limit: shown, sort: 'updated', knownAt } }),
  );
  const { rows = [], total = 0, outcomes } = payouts.data ?? {};
  const allHref =
    'customerId' in of
      ? payoutPaths.customer(of.customerId)
      : payoutPaths.virtualAccount(of.virtualAccountId);
  const statementHref =
    'customerId' in of
      ? reportPaths.customer(of.customerId)
      : reportPaths.virtualAccount(of.virtualAccountId);
  return (
    <Section
      title={total === 0 ? payoutTexts.title : `${payoutTexts.title} · ${groupedCount(total)}`}
      action={
        <Group gap="xs">
          <PageLink href={statementHref} size="sm">
            {texts.statement}
          </PageLink>
          {total > 0 && (
            <PageLink href={allHref} size="sm">
              {total > shown ? texts.all(groupedCount(total)) : texts.show}
            </PageLink>
          )}
        </Group>
      }
    >
      <ReadFailure title={texts.failed} query={payouts} />
      {payouts.data !== undefined && total === 0 && <p className="dimmed">{texts.none}</p>}
      <ul className={classes['ofRecord']}>
        {rows.map((row) => (
          <li key={row.id}>
            <PageLink href={payoutPaths.one(row.id)}>{titleOf(row)}</PageLink>
            <PayoutState of={row} />
            {row.updated === null ? <span /> : <ShortMoment at={row.updated} />}
          </li>
        ))}
      </ul>
      {outcomes !== undefined && total > 0 && <PayoutTotalsLine outcomes={outcomes} />}
    </Section>
  );
}
