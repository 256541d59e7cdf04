/** Settings: profiles, backup, appearance, diagnostics, and what this program is. */
import { Group, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useBridge } from '../../app/bridge/bridge-context.ts';
import { useConnection } from '../../app/shell/use-connection.ts';
import { DetailStates } from '../../components/detail-states.tsx';
import { DiagnosticsPart } from '../../components/diagnostics/diagnostics-part.tsx';
import { Fact, Facts } from '../../components/facts.tsx';
import { LongMoment } from '../../components/moment.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { PartLinks } from '../../components/part-links.tsx';
import { DocumentButton } from '../../components/secret-entry/document-button.tsx';
import { SecretEntryStatus } from '../../components/secret-entry/secret-entry-status.tsx';
import { useDocument } from '../../components/secret-entry/use-document.ts';
import { Section } from '../../components/section.tsx';
import { diagnosticsTexts } from '../../texts/diagnostics.ts';
import { AppearanceSection } from './appearance-section.tsx';
import { BackupsPart } from './backups-part.tsx';
import { CompanySection } from './company-section.tsx';
import { DataKeysPart } from './data-keys-part.tsx';
import { HandoverSection } from './handover-section.tsx';
import { LockSection } from './lock-section.tsx';
import { NoticesSection } from './notices-section.tsx';
import { settingsPaths } from './paths.ts';
import { ProfilesSection } from './profiles-section.tsx';
import { RecoveryKeyPart } from './recovery-key-part.tsx';
import { RetentionSection } from './retention-section.tsx';
import classes from './settings.module.css';
import { TeamSection } from './team-section.tsx';
import { settingsTexts } from './texts.ts';

const aboutTexts = settingsTexts.about;
const passphraseTexts = settingsTexts.passphrase;

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

const parts = names.map((name) => ({
  name: settingsTexts.sections[name],
  href: settingsPaths.section(name),
}));

export function SettingsScreen({ section }: { section: string | null }) {
  const current = names.find((name) => name === section) ?? 'profiles';
  const Current = sections[current];
  return (
    <>
      <PageHeader title={settingsTexts.title} />
      <PartLinks
        label={settingsTexts.sections.label}
        parts={parts}
        current={settingsPaths.section(current)}
      />
      <div className={classes['body']}>
        <Current />
      </div>
    </>
  );
}

/** What this program is, and where it keeps things. */
function AboutSection() {
  const { queries } = useBridge();
  const about = useQuery(queries.connection.about.queryOptions());
  const vault = useQuery(queries.vault.status.queryOptions());
  const backing = vault.data?.state === 'unlocked' ? vault.data.backing : null;
  return (
    <Section title={aboutTexts.title}>
      <DetailStates query={about}>
        {(facts) => (
          <Facts isPlain>
            <Fact name={aboutTexts.version}>{facts.version}</Fact>
            <Fact name={aboutTexts.host}>{aboutTexts.hosts[facts.host]}</Fact>
            <Fact name={aboutTexts.dataDir}>
              <span className="mono">{facts.dataDir}</span>
            </Fact>
            <Fact name={aboutTexts.started}>
              <LongMoment at={facts.startedAt} />
            </Fact>
            {backing !== null && <Fact name={aboutTexts.vault}>{aboutTexts.vaults[backing]}</Fact>}
          </Facts>
        )}
      </DetailStates>
    </Section>
  );
}

/** What keeps the stored data when this computer is lost. */
function BackupSection() {
  return (
    <>
      <RecoveryKeyPart />
      <BackupsPart />
    </>
  );
}

/** What whoever helps needs to know of this installation, in a file. */
function DiagnosticsSection() {
  return (
    <Section title={diagnosticsTexts.title} lead={diagnosticsTexts.lead}>
      <DiagnosticsPart />
    </Section>
  );
}

/** What opens Causeway, passphrase or keychain, and the ways to change it. */
function PassphrasePart() {
  const { bridge } = useBridge();
  const vault = useConnection()?.vault;
  const backing = vault?.state === 'unlocked' ? vault.backing : null;
  const change = useDocument(() => bridge.vault.changePassphrase(), backing);
  const keychain = useDocument(() => bridge.vault.moveToKeychain(), backing);
  if (backing === null) return null;
  return (
    <Section title={passphraseTexts.title} lead={passphraseTexts.lead[backing]}>
      {backing !== 'session' && (
        <Stack gap="md">
          <Group gap="sm">
            <DocumentButton document={change} variant="default">
              {backing === 'passphrase' ? passphraseTexts.change : passphraseTexts.set}
            </DocumentButton>
            {backing === 'passphrase' && (
              <DocumentButton document={keychain} variant="default">
                {passphraseTexts.keychain}
              </DocumentButton>
            )}
          </Group>
          <SecretEntryStatus entry={change} />
          <SecretEntryStatus entry={keychain} />
        </Stack>
      )}
    </Section>
  );
}
