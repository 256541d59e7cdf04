/** An evidence pack of a period. */
import { useState } from 'react';
import { EvidenceForm } from '../../components/evidence/evidence-form.tsx';
import { useNow } from '../../components/use-now.ts';
import { evidenceTexts as texts } from '../../texts/evidence.ts';
import { PeriodFields } from './period-fields.tsx';
import { daysOf, firstPeriod, ownTimeZone } from './period-of.ts';
import classes from './reports.module.css';

export function EvidencePart() {
  const now = useNow();
  const [values, setPeriod] = useState(() => firstPeriod(now));
  const days = daysOf(values);
  return (
    <div className={classes['page']}>
      <div className={classes['form']}>
        <p className="dimmed">{texts.period}</p>
        <PeriodFields values={values} onChange={setPeriod} />
        {days !== null && (
          <EvidenceForm of={{ kind: 'period', ...days, timeZone: ownTimeZone() }} />
        )}
      </div>
      <p className="dimmed">{texts.lead}</p>
    </div>
  );
}
