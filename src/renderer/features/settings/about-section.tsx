/** What this program is, and where it keeps things. */
import { useQuery } from '@tanstack/react-query';
import { useBridge } from '../../app/bridge/bridge-context.ts';
import { DetailStates } from '../../components/detail-states.tsx';
import { Fact, Facts } from '../../components/facts.tsx';
import { LongMoment } from '../../components/moment.tsx';
import { Section } from '../../components/section.tsx';
import { settingsTexts } from './texts.ts';

const texts = settingsTexts.about;

export function AboutSection() {
  const { queries } = useBridge();
  const about = useQuery(queries.connection.about.queryOptions());
  const vault = useQuery(queries.vault.status.queryOptions());
  const backing = vault.data?.state === 'unlocked' ? vault.data.backing : null;
  return (
    <Section title={texts.title}>
      <DetailStates query={about}>
        {(facts) => (
          <Facts isPlain>
            <Fact name={texts.version}>{facts.version}</Fact>
            <Fact name={texts.host}>{texts.hosts[facts.host]}</Fact>
            <Fact name={texts.dataDir}>
              <span className="mono">{facts.dataDir}</span>
            </Fact>
            <Fact name={texts.started}>
              <LongMoment at={facts.startedAt} />
            </Fact>
            {backing !== null && <Fact name={texts.vault}>{texts.vaults[backing]}</Fact>}
          </Facts>
        )}
      </DetailStates>
    </Section>
  );
}
