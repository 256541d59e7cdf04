/** Statements of customers and virtual accounts, closes of periods, and evidence packs of periods. */
import { PageHeader } from '../../components/page-header.tsx';
import { PartLinks } from '../../components/part-links.tsx';
import { ClosesPart } from './closes-part.tsx';
import { EvidencePart } from './evidence-part.tsx';
import { reportPaths } from './paths.ts';
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
