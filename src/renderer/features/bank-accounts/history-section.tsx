/** How it changed: each answer against what was known before it, field by field. */
import type { BankAccountChange, BankAccountDetail } from '../../../bridge/bank-accounts.ts';
import { longInstant } from '../../../bridge/instants.ts';
import { LongMoment } from '../../components/moment.tsx';
import { Section } from '../../components/section.tsx';
import { groupedCount } from '../../format/words.ts';
import { sourceTexts } from '../../texts/states.ts';
import { ChangedFields } from '../timeline/detail/changed-fields.tsx';
import classes from './bank-accounts.module.css';
import { bankAccountTexts } from './texts.ts';

const texts = bankAccountTexts.detail;

export function HistorySection({ account }: { account: BankAccountDetail }) {
  const { history, changes } = account;
  return (
    <Section title={texts.history} lead={texts.historyLead}>
      <ol className={classes['history']}>
        {history.map((change) => (
          <li key={change.observationId}>
            <Change change={change} />
          </li>
        ))}
      </ol>
      {changes > history.length && (
        <p className="dimmed">
          {texts.moreHistory(groupedCount(history.length), groupedCount(changes))}
        </p>
      )}
    </Section>
  );
}

function Change({ change }: { change: BankAccountChange }) {
  const { isFirst, fields, confirmed, lastConfirmedAt } = change;
  return (
    <>
      <p className={classes['when']}>
        <strong>{isFirst ? texts.first : texts.changedFields(fields.length)}</strong>
        <LongMoment at={change.happenedAt ?? change.observedAt} />
        <span className="dimmed">{sourceTexts.sources[change.source]}</span>
      </p>
      <ChangedFields fields={fields} />
      {lastConfirmedAt !== null && (
        <p className="dimmed">{texts.confirmed(confirmed, longInstant(lastConfirmedAt))}</p>
      )}
    </>
  );
}
