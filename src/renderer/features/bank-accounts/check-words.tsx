/** What the service said when it was asked: word for word, with its request id, and all as it came. */
import type { BankAccountCheck } from '../../../bridge/bank-accounts.ts';
import { CopyIcon } from '../../components/copy-button.tsx';
import { GivenResponse } from '../../components/raw-response.tsx';
import { keyed } from '../../format/keyed.ts';
import { failureTexts } from '../../texts/failures.ts';
import { stateTexts } from '../../texts/states.ts';
import classes from './bank-accounts.module.css';

export function CheckWords({ check }: { check: BankAccountCheck }) {
  const { messages, requestId, status, answer } = check;
  return (
    <>
      {(messages.length > 0 || requestId !== null || status !== null) && <Words check={check} />}
      {answer !== null && <GivenResponse answer={answer} />}
    </>
  );
}

function Words({ check: { messages, requestId, status } }: { check: BankAccountCheck }) {
  return (
    <div className={classes['words']}>
      {keyed(messages, String).map(({ key, item }) => (
        <q key={key}>{item}</q>
      ))}
      {status !== null && <span>{failureTexts.status(status)}</span>}
      {requestId !== null && (
        <span>
          {failureTexts.requestId} <span className="mono">{requestId}</span>
          <CopyIcon text={requestId} label={stateTexts.copyThing('request ID')} />
        </span>
      )}
    </div>
  );
}
