/** Moves KYC and terms of one customer. */
import { TextInput } from '@mantine/core';
import { useState } from 'react';
import type { SandboxCustomer } from '../../../bridge/sandbox-controls.ts';
import { kycTransitions, termsTransitions } from '../../../contract/transitions.ts';
import { useBridge } from '../../app/bridge/bridge-context.ts';
import { useProfileId } from '../../app/shell/use-profile-id.ts';
import { Fact, Facts } from '../../components/facts.tsx';
import { StatusMark } from '../../components/status-mark.tsx';
import { shortId } from '../../format/identifiers.ts';
import { toneOfStatus } from '../../format/status-tone.ts';
import { MoveControl } from './move-control.tsx';
import classes from './sandbox.module.css';
import { sandboxTexts } from './texts.ts';

const texts = sandboxTexts.customers;

interface OfCustomer {
  customer: SandboxCustomer;
}

const nameOf = ({ id, name }: SandboxCustomer): string => name ?? shortId(id);

export function MoveKyc({ customer, message = '' }: OfCustomer & { message?: string }) {
  const { bridge } = useBridge();
  const profileId = useProfileId();
  const { id, kyc } = customer;
  return (
    <MoveControl
      label={texts.moveKyc}
      of={nameOf(customer)}
      words={sandboxTexts.kycStates}
      transitions={kycTransitions}
      current={kyc}
      except="none"
      onMove={async (to, force) => {
        if (to !== 'none') {
          await bridge.sandboxControls.moveKyc({ profileId, id, to, force, message });
        }
      }}
    />
  );
}

export function MoveTerms({ customer }: OfCustomer) {
  const { bridge } = useBridge();
  const profileId = useProfileId();
  const { id, terms } = customer;
  return (
    <MoveControl
      label={texts.moveTerms}
      of={nameOf(customer)}
      words={sandboxTexts.termsStates}
      transitions={termsTransitions}
      current={terms}
      except="none"
      onMove={async (to, force) => {
        if (to !== 'none') await bridge.sandboxControls.moveTerms({ profileId, id, to, force });
      }}
    />
  );
}

export const KycMark = ({ customer: { kyc } }: OfCustomer) => (
  <StatusMark tone={kyc === 'additionalReviewRequired' ? 'amber' : toneOfStatus(kyc)}>
    {sandboxTexts.kycStates[kyc]}
  </StatusMark>
);

export const TermsMark = ({ customer: { terms } }: OfCustomer) => (
  <StatusMark tone={toneOfStatus(terms)}>{sandboxTexts.termsStates[terms]}</StatusMark>
);

export function CustomerMoves({ customer }: OfCustomer) {
  const [message, setMessage] = useState('');
  return (
    <Facts>
      <Fact name={texts.kyc}>
        <div className={classes['stack']}>
          <KycMark customer={customer} />
          <MoveKyc customer={customer} message={message} />
          <TextInput
            size="xs"
            label={texts.message}
            description={texts.messageHelp}
            maxLength={500}
            value={message}
            onChange={({ currentTarget }) => setMessage(currentTarget.value)}
          />
        </div>
      </Fact>
      <Fact name={texts.terms}>
        <div className={classes['stack']}>
          <TermsMark customer={customer} />
          <MoveTerms customer={customer} />
        </div>
      </Fact>
    </Facts>
  );
}
