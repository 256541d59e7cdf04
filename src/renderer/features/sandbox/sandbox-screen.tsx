/** What happens at the built-in sandbox beside its API, under a person's hand. */
import { Button } from '@mantine/core';
import { Link } from 'wouter';
import { useConnection } from '../../app/shell/use-connection.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { Notice } from '../../components/notice.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { PartLinks } from '../../components/part-links.tsx';
import { frameTexts } from '../../texts/frame.ts';
import { settingsPaths } from '../settings/paths.ts';
import { BankAccountsSections } from './bank-accounts-sections.tsx';
import { CustomersSection } from './customers-section.tsx';
import { DepositsSections } from './deposits-sections.tsx';
import { EventsSection } from './events-section.tsx';
import { FaultsSections } from './faults-sections.tsx';
import { sandboxPaths } from './paths.ts';
import classes from './sandbox.module.css';
import { SandboxMark, useHasControls } from './sandbox-section.tsx';
import { StartSections } from './start-sections.tsx';
import { SwitchesSection } from './switches-section.tsx';
import { sandboxTexts } from './texts.ts';

const sections = {
  start: StartSections,
  customers: CustomersSection,
  'bank-accounts': BankAccountsSections,
  deposits: DepositsSections,
  events: EventsSection,
  faults: FaultsSections,
  switches: SwitchesSection,
} as const;

type SectionName = keyof typeof sections;
const names = Object.keys(sections) as SectionName[];

const parts = names.map((name) => ({
  name: sandboxTexts.sections[name],
  href: sandboxPaths.section(name),
}));

export function SandboxScreen({ section }: { section: string | null }) {
  const hasControls = useHasControls();
  const isReviewer = (useConnection()?.mode ?? 'full') !== 'full';
  const current = names.find((name) => name === section) ?? 'start';
  const Current = sections[current];
  if (!hasControls) {
    return (
      <>
        <PageHeader title={sandboxTexts.title} />
        <EmptyState
          title={sandboxTexts.absent.title}
          body={sandboxTexts.absent.body}
          action={
            <Button component={Link} href={settingsPaths.section('profiles')} variant="default">
              {sandboxTexts.absent.action}
            </Button>
          }
        />
      </>
    );
  }
  return (
    <>
      <PageHeader title={sandboxTexts.title} action={<SandboxMark />} />
      <PartLinks
        label={sandboxTexts.sections.label}
        parts={parts}
        current={sandboxPaths.section(current)}
      />
      {isReviewer && <Notice tone="grey">{frameTexts.reviewer.hint}</Notice>}
      <fieldset className={classes['body']} disabled={isReviewer}>
        <Current />
      </fieldset>
    </>
  );
}
