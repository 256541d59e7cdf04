/** Controls of one customer, in its detail. */
import { useQuery } from '@tanstack/react-query';
import { useBridge } from '../../app/bridge/bridge-context.ts';
import { DetailStates } from '../../components/detail-states.tsx';
import { CustomerMoves } from './customer-moves.tsx';
import { OpenBankAccount } from './open-bank-account.tsx';
import { PayIn, Payouts } from './pay-in.tsx';
import { SandboxSection, useHasControls } from './sandbox-section.tsx';
import { sandboxTexts } from './texts.ts';

export const SandboxAccountSection = ({ id }: { id: string }) => (
  <SandboxSection title={sandboxTexts.detail.accountTitle} lead={sandboxTexts.deposits.lead}>
    <PayIn virtualAccountId={id} />
    <Payouts virtualAccountId={id} />
  </SandboxSection>
);

export function SandboxCustomerSection({ id, name }: { id: string; name: string | null }) {
  const { queries } = useBridge();
  const customer = useQuery({
    ...queries.sandboxControls.customers.queryOptions({ input: { id } }),
    enabled: useHasControls(),
  });
  return (
    <SandboxSection title={sandboxTexts.detail.title} lead={sandboxTexts.detail.lead}>
      <DetailStates query={customer}>
        {([found]) =>
          found !== undefined && (
            <>
              <CustomerMoves customer={found} />
              <OpenBankAccount customerId={id} holder={name ?? ''} />
            </>
          )
        }
      </DetailStates>
    </SandboxSection>
  );
}
