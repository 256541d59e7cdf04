/** The recovery key: whether there is one, and the ways to make, change and use it. */
import { Button, Group, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useBridge } from '../../app/bridge/bridge-context.ts';
import { useIsSession } from '../../app/shell/use-is-session.ts';
import { DetailStates } from '../../components/detail-states.tsx';
import { Fact, Facts } from '../../components/facts.tsx';
import { LongMoment } from '../../components/moment.tsx';
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
                <Button
                  variant={madeAt === null ? 'filled' : 'default'}
                  loading={make.isOpening}
                  onClick={() => make.open(undefined)}
                >
                  {madeAt === null ? texts.make : texts.change}
                </Button>
                {madeAt !== null && (
                  <Button
                    variant="default"
                    title={texts.useHelp}
                    loading={use.isOpening}
                    onClick={() => use.open(undefined)}
                  >
                    {texts.use}
                  </Button>
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
