/** The keys of the databases: when to change them, and how far a change is. */
import { Button, Progress, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useBridge } from '../../app/bridge/bridge-context.ts';
import { useIsSession } from '../../app/shell/use-is-session.ts';
import { SecretEntryStatus } from '../../components/secret-entry/secret-entry-status.tsx';
import { useDocument } from '../../components/secret-entry/use-document.ts';
import { Section } from '../../components/section.tsx';
import { settingsTexts } from './texts.ts';

const texts = settingsTexts.dataKeys;

export function DataKeysPart() {
  const { bridge, queries } = useBridge();
  const running = useQuery(queries.vault.dataKeys.queryOptions()).data?.running ?? null;
  const change = useDocument(
    () => bridge.vault.changeDataKeys(),
    running === null ? null : texts.running,
  );
  if (useIsSession()) return null;
  return (
    <Section title={texts.title} lead={texts.lead}>
      <Stack gap="md">
        {running === null ? (
          <div>
            <Button
              variant="default"
              loading={change.isOpening}
              onClick={() => change.open(undefined)}
            >
              {texts.change}
            </Button>
          </div>
        ) : (
          <div>
            <p role="status">{texts.running}</p>
            <Progress
              value={running.total === 0 ? 0 : (running.done / running.total) * 100}
              aria-label={texts.running}
            />
          </div>
        )}
        <SecretEntryStatus entry={change} />
      </Stack>
    </Section>
  );
}
