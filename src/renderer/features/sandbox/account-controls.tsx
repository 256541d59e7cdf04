/** Controls of one virtual account, in its detail. */
import { PayIn, Payouts } from './pay-in.tsx';
import { SandboxSection } from './sandbox-section.tsx';
import { sandboxTexts } from './texts.ts';

export const SandboxAccountSection = ({ id }: { id: string }) => (
  <SandboxSection title={sandboxTexts.detail.accountTitle} lead={sandboxTexts.deposits.lead}>
    <PayIn virtualAccountId={id} />
    <Payouts virtualAccountId={id} />
  </SandboxSection>
);
