/** Settings: profiles, backup, appearance, diagnostics, and what this program is. */
import {
  Button,
  Group,
  SegmentedControl,
  Stack,
  Switch,
  useMantineColorScheme,
} from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useStore } from 'zustand';
import { longInstant } from '../../../bridge/instants.ts';
import type { RetentionView } from '../../../bridge/retention.ts';
import { useBridge } from '../../app/bridge/bridge-context.ts';
import { useConnection } from '../../app/shell/use-connection.ts';
import { useIsSession } from '../../app/shell/use-is-session.ts';
import { useProfileId } from '../../app/shell/use-profile-id.ts';
import { DetailStates } from '../../components/detail-states.tsx';
import { DiagnosticsPart } from '../../components/diagnostics/diagnostics-part.tsx';
import { Fact, Facts } from '../../components/facts.tsx';
import { Failed } from '../../components/failure-notice.tsx';
import { LongMoment } from '../../components/moment.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { PartLinks } from '../../components/part-links.tsx';
import { ReadFailure } from '../../components/read-failure.tsx';
import { DocumentButton } from '../../components/secret-entry/document-button.tsx';
import { SecretEntryStatus } from '../../components/secret-entry/secret-entry-status.tsx';
import { useDocument } from '../../components/secret-entry/use-document.ts';
import { Section } from '../../components/section.tsx';
import { useNow } from '../../components/use-now.ts';
import { formatMoney } from '../../format/amounts.ts';
import { isMac } from '../../format/is-mac.ts';
import { defaultPanelWidth, useLayoutStore } from '../../stores/layout.ts';
import { useVeil } from '../../stores/veil.ts';
import { diagnosticsTexts } from '../../texts/diagnostics.ts';
import { veilTexts } from '../../texts/veil.ts';
import { BackupsPart } from './backups-part.tsx';
import { CompanySection } from './company-section.tsx';
import { DataKeysPart } from './data-keys-part.tsx';
import { HandoverSection } from './handover-section.tsx';
import { LockSection } from './lock-section.tsx';
import { NoticesSection } from './notices-section.tsx';
import { settingsPaths } from './paths.ts';
import { ProfilesSection } from './profiles-section.tsx';
import classes from './settings.module.css';
import { TeamSection } from './team-section.tsx';
import { settingsTexts } from './texts.ts';

const texts = settingsTexts.recovery;

/** The recovery key: whether there is one, and the ways to make, change and use it. */
function RecoveryKeyPart() {
  const { bridge, queries } = useBridge();
  const recovery = useQuery(queries.vault.recovery.queryOptions());
  const isSession = useIsSession();
  const madeAt = recovery.data?.madeAt ?? null;
  const make = useDocument(() => bridge.vault.makeRecoveryKey(), madeAt);
  const use = useDocument(() => bridge.vault.enterRecoveryKey(), madeAt);
  return (
    <Section title={texts.title} lead={texts.lead}>
      {isSession ? (
        <p>{texts.session}</p>
      ) : (
        <DetailStates query={recovery}>
          {() => (
            <Stack gap="md">
              <Facts isPlain>
                <Fact name={texts.state}>
                  {madeAt === null ? (
                    texts.none
                  ) : (
                    <>
                      {texts.setOn} <LongMoment at={madeAt} />
                    </>
                  )}
                </Fact>
              </Facts>
              <Group gap="sm">
                <DocumentButton document={make} variant={madeAt === null ? 'filled' : 'default'}>
                  {madeAt === null ? texts.make : texts.change}
                </DocumentButton>
                {madeAt !== null && (
                  <DocumentButton document={use} variant="default" title={texts.useHelp}>
                    {texts.use}
                  </DocumentButton>
                )}
              </Group>
              <SecretEntryStatus entry={make} />
              <SecretEntryStatus entry={use} />
            </Stack>
          )}
        </DetailStates>
      )}
    </Section>
  );
}

const retentionTexts = settingsTexts.retention;

/** How long exact bytes are kept. A person changes it in main's own document, after seeing what goes. */
export function RetentionSection() {
  const { queries, bridge } = useBridge();
  const profileId = useProfileId();
  const retention = useQuery(queries.retention.get.queryOptions());
  const view = retention.data;
  const changing = useDocument(
    () => bridge.retention.change({ profileId }),
    view === undefined ? null : JSON.stringify([view.deliveries, view.responses, view.inputs]),
  );
  const applying = useMutation(queries.retention.apply.mutationOptions());
  return (
    <Section title={retentionTexts.title} lead={retentionTexts.lead}>
      <ReadFailure query={retention} />
      {view !== undefined && <Kept view={view} />}
      <div className={classes['actions']}>
        <DocumentButton document={changing} variant="default">
          {retentionTexts.change}
        </DocumentButton>
        {view !== undefined && (view.deliveries ?? view.responses ?? view.inputs) !== null && (
          <Button
            variant="default"
            loading={applying.isPending}
            onClick={() => applying.mutate({ profileId })}
          >
            {retentionTexts.apply}
          </Button>
        )}
      </div>
      <SecretEntryStatus entry={changing} />
      <Failed error={applying.error} />
    </Section>
  );
}

const Kept = ({
  view: { deliveries, responses, inputs, last, waiting },
}: {
  view: RetentionView;
}) => (
  <Facts>
    <Fact name={retentionTexts.deliveries}>{retentionTexts.months(deliveries)}</Fact>
    <Fact name={retentionTexts.responses}>{retentionTexts.months(responses)}</Fact>
    <Fact name={retentionTexts.inputs}>{retentionTexts.months(inputs)}</Fact>
    {last !== null && (
      <Fact name={retentionTexts.last}>
        <LongMoment at={last.at} /> {retentionTexts.went(last)}
      </Fact>
    )}
    {waiting !== null && <Fact name={retentionTexts.waiting}>{waiting}</Fact>}
  </Facts>
);

const appearanceTexts = settingsTexts.appearance;

/** The theme, the width of details, and how times and amounts are written. */
function AppearanceSection() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const { panelWidth, setPanelWidth } = useStore(useLayoutStore());
  const veil = useVeil();
  const now = useNow();
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return (
    <Section title={appearanceTexts.title} lead={appearanceTexts.lead}>
      <Facts isPlain>
        <Fact name={appearanceTexts.theme}>
          <SegmentedControl
            size="xs"
            aria-label={appearanceTexts.theme}
            value={colorScheme}
            onChange={setColorScheme}
            transitionDuration={0}
            data={[
              { value: 'auto', label: appearanceTexts.themes.auto },
              { value: 'light', label: appearanceTexts.themes.light },
              { value: 'dark', label: appearanceTexts.themes.dark },
            ]}
          />
          {colorScheme === 'auto' && <p className="dimmed">{appearanceTexts.followsSystem}</p>}
        </Fact>
        <Fact name={veilTexts.title}>
          <Switch
            aria-label={veilTexts.title}
            checked={veil.isOn}
            onChange={({ currentTarget }) => veil.turn(currentTarget.checked)}
          />
          <p className="dimmed">{veilTexts.help(veilTexts.keys(isMac()))}</p>
        </Fact>
        <Fact name={appearanceTexts.panel}>
          <Group gap="sm">
            {appearanceTexts.panelWidth(panelWidth)}
            {panelWidth !== defaultPanelWidth && (
              <Button
                variant="default"
                size="compact-xs"
                onClick={() => setPanelWidth(defaultPanelWidth)}
              >
                {appearanceTexts.resetPanel}
              </Button>
            )}
          </Group>
          <p className="dimmed">{appearanceTexts.panelHelp}</p>
        </Fact>
        <Fact name={appearanceTexts.times}>
          {longInstant(new Date(now).toISOString())}
          <p className="dimmed">{appearanceTexts.timesHelp(timeZone)}</p>
        </Fact>
        <Fact name={appearanceTexts.amounts}>
          {formatMoney({ amount: '12500.75', currency: 'USD' })}
          <p className="dimmed">{appearanceTexts.amountsHelp}</p>
        </Fact>
      </Facts>
    </Section>
  );
}

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
