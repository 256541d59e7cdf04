/** The payout of an event, by its amounts. */
import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { useBridge } from '../../app/bridge/bridge-context.ts';
import { payoutPaths } from './paths.ts';
import { titleOf } from './payout-words.ts';
import { payoutTexts } from './texts.ts';

export function PayoutLink({ id, knownAt }: { id: string; knownAt: string | null }) {
  const { queries } = useBridge();
  const payout = useQuery(queries.payouts.get.queryOptions({ input: { id, knownAt } }));
  return (
    <Anchor component={Link} href={payoutPaths.one(id)}>
      {payout.data === undefined ? payoutTexts.one : titleOf(payout.data)}
    </Anchor>
  );
}
