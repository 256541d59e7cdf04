/** Statements of customers and virtual accounts, and closes of periods. */
import { PageHeader } from '../../components/page-header.tsx';
import { PartLinks } from '../../components/part-links.tsx';
import { ClosesPart } from './closes-part.tsx';
import { reportPaths } from './paths.ts';
import { StatementPart } from './statement-part.tsx';
import { reportTexts } from './texts.ts';

const { parts } = reportTexts;

export function ReportsScreen({ part, id }: { part: string | null; id: string | null }) {
  const isOfCloses = part === 'closes';
  return (
    <>
      <PageHeader title={reportTexts.title} />
      <PartLinks
        label={reportTexts.title}
        current={isOfCloses ? reportPaths.closes : reportPaths.root}
        parts={[
          { name: parts.statements, href: reportPaths.root },
          { name: parts.closes, href: reportPaths.closes },
        ]}
      />
      {isOfCloses ? (
        <ClosesPart />
      ) : (
        <StatementPart kind={part === 'virtual-account' ? 'virtualAccount' : 'customer'} id={id} />
      )}
    </>
  );
}
