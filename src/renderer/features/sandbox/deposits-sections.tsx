/** Deposits into virtual accounts of the sandbox, and their payouts. */
import { useQuery } from '@tanstack/react-query';
import { useBridge } from '../../app/bridge/bridge-context.ts';
import { DetailStates } from '../../components/detail-states.tsx';
import { Section } from '../../components/section.tsx';
import { PayIn, Payouts } from './pay-in.tsx';
import { sandboxTexts } from './texts.ts';

const texts = sandboxTexts.deposits;

export function DepositsSections() {
  const { queries } = useBridge();
  const accounts = useQuery(queries.sandboxControls.virtualAccounts.queryOptions());
  return (
    <>
      <Section title={texts.payIn} lead={texts.lead}>
        <DetailStates query={accounts}>
          {(rows) =>
            rows.length === 0 ? (
              <p className="dimmed">{texts.noAccounts}</p>
            ) : (
              <PayIn accounts={rows} />
            )
          }
        </DetailStates>
      </Section>
      <Section title={texts.payouts}>
        <Payouts virtualAccountId={null} />
      </Section>
    </>
  );
}
