/** Statements of customers and virtual accounts, closes of periods, and evidence packs of periods. */
import { useState } from 'react';
import { EvidenceForm } from '../../components/evidence/evidence-form.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { PartLinks } from '../../components/part-links.tsx';
import { useNow } from '../../components/use-now.ts';
import { evidenceTexts } from '../../texts/evidence.ts';
import { ClosesPart } from './closes-part.tsx';
import { reportPaths } from './paths.ts';
import { PeriodFields } from './period-fields.tsx';
import { daysOf, firstPeriod, ownTimeZone } from './period-of.ts';
import classes from './reports.module.css';
import { StatementPart } from './statement-part.tsx';
import { reportTexts } from './texts.ts';

const { parts } = reportTexts;

interface PartProps {
  part: string | null;
  id: string | null;
}

const partPaths: Readonly<Record<string, string>> = {
  closes: reportPaths.closes,
  evidence: reportPaths.evidence,
};

export function ReportsScreen({ part, id }: PartProps) {
  return (
    <>
      <PageHeader title={reportTexts.title} />
      <PartLinks
        label={reportTexts.title}
        current={partPaths[part ?? ''] ?? reportPaths.root}
        parts={[
          { name: parts.statements, href: reportPaths.root },
          { name: parts.closes, href: reportPaths.closes },
          { name: parts.evidence, href: reportPaths.evidence },
        ]}
      />
      <Part part={part} id={id} />
    </>
  );
}

function Part({ part, id }: PartProps) {
  if (part === 'closes') return <ClosesPart />;
  if (part === 'evidence') return <EvidencePart />;
  return (
    <StatementPart kind={part === 'virtual-account' ? 'virtualAccount' : 'customer'} id={id} />
  );
}

/** An evidence pack of a period. */
function EvidencePart() {
  const now = useNow();
  const [values, setPeriod] = useState(() => firstPeriod(now));
  const days = daysOf(values);
  return (
    <div className={classes['page']}>
      <div className={classes['form']}>
        <p className="dimmed">{evidenceTexts.period}</p>
        <PeriodFields values={values} onChange={setPeriod} />
        {days !== null && (
          <EvidenceForm of={{ kind: 'period', ...days, timeZone: ownTimeZone() }} />
        )}
      </div>
      <p className="dimmed">{evidenceTexts.lead}</p>
    </div>
  );
}
