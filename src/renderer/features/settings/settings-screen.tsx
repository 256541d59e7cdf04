/** Settings: profiles, backup, appearance, diagnostics, and what this program is. */
import { Link } from 'wouter';
import { PageHeader } from '../../components/page-header.tsx';
import { AboutSection } from './about-section.tsx';
import { AppearanceSection } from './appearance-section.tsx';
import { BackupSection } from './backup-section.tsx';
import { CompanySection } from './company-section.tsx';
import { DataKeysPart } from './data-keys-part.tsx';
import { DiagnosticsSection } from './diagnostics-section.tsx';
import { HandoverSection } from './handover-section.tsx';
import { LockSection } from './lock-section.tsx';
import { NoticesSection } from './notices-section.tsx';
import { PassphrasePart } from './passphrase-part.tsx';
import { settingsPaths } from './paths.ts';
import { ProfilesSection } from './profiles-section.tsx';
import { RetentionSection } from './retention-section.tsx';
import classes from './settings.module.css';
import { TeamSection } from './team-section.tsx';
import { settingsTexts } from './texts.ts';

const sections = {
  profiles: ProfilesSection,
  backup: BackupSection,
  handover: HandoverSection,
  team: TeamSection,
  lock: LockAndPassphrase,
  company: CompanySection,
  notices: NoticesSection,
  appearance: AppearanceSection,
  diagnostics: DiagnosticsSection,
  retention: RetentionSection,
  about: AboutSection,
} as const;

function LockAndPassphrase() {
  return (
    <>
      <LockSection />
      <PassphrasePart />
      <DataKeysPart />
    </>
  );
}

type SectionName = keyof typeof sections;

const names = Object.keys(sections) as SectionName[];

export function SettingsScreen({ section }: { section: string | null }) {
  const current = names.find((name) => name === section) ?? 'profiles';
  const Current = sections[current];
  return (
    <>
      <PageHeader title={settingsTexts.title} />
      <nav className={classes['sections']} aria-label={settingsTexts.sections.label}>
        {names.map((name) => (
          <Link
            key={name}
            href={settingsPaths.section(name)}
            className={classes['section']}
            aria-current={name === current ? 'page' : undefined}
          >
            {settingsTexts.sections[name]}
          </Link>
        ))}
      </nav>
      <div className={classes['body']}>
        <Current />
      </div>
    </>
  );
}
