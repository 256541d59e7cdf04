/** That a bank account is not as it has to be: another customer’s, or with numbers that are not masked. */
import type { BankAccountMismatch } from '../../../bridge/bank-accounts.ts';
import { Notice } from '../../components/notice.tsx';
import { OutsideText } from '../../components/outside-text.tsx';
import { StatusMark } from '../../components/status-mark.tsx';
import { bankAccountTexts } from './texts.ts';

const texts = bankAccountTexts.mismatches;

interface MismatchesProps {
  mismatches: readonly BankAccountMismatch[];
}

const isGrave = (mismatches: readonly BankAccountMismatch[]) =>
  mismatches.some(({ code }) => code === 'customer');

/** The gravest of them. */
export function MismatchMark({ mismatches }: MismatchesProps) {
  const grave = isGrave(mismatches);
  return (
    <StatusMark tone={grave ? 'red' : 'amber'}>
      {grave ? texts.customer : texts.unmasked}
    </StatusMark>
  );
}

export function MismatchesNotice({ mismatches }: MismatchesProps) {
  if (mismatches.length === 0) return null;
  const grave = isGrave(mismatches);
  return (
    <Notice
      tone={grave ? 'red' : 'amber'}
      role="alert"
      title={grave ? texts.customerTitle : texts.unmaskedTitle}
    >
      {mismatches.map(({ code, sentence }) => (
        <p key={code} data-veiled>
          <OutsideText text={sentence} />
        </p>
      ))}
      {grave && <p>{texts.customerToDo}</p>}
    </Notice>
  );
}
