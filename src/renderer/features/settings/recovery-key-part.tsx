/** The recovery key: whether there is one, and the ways to make, change and use it. */
import { Group, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useBridge } from '../../app/bridge/bridge-context.ts';
import { useIsSession } from '../../app/shell/use-is-session.ts';
import { DetailStates } from '../../components/detail-states.tsx';
import { Fact, Facts } from '../../components/facts.tsx';
import { LongMoment } from '../../components/moment.tsx';
import { DocumentButton } from '../../components/secret-entry/document-button.tsx';
import { SecretEntryStatus } from '../../components/secret-entry/secret-entry-status.tsx';
import { useDocument } from '../../components/secret-entry/use-document.ts';
import { Section } from '../../components/section.tsx';
import { settingsTexts } from './texts.ts';

const texts = settingsTexts.recovery;

export function RecoveryKeyPart() {
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
