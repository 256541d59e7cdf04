/** The keys of the databases: when they were changed, and how far a change is. */
import { Progress, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { auditLabel } from '../../../bridge/audit-labels.ts';
import { useBridge } from '../../app/bridge/bridge-context.ts';
import { useIsSession } from '../../app/shell/use-is-session.ts';
import { Fact, Facts } from '../../components/facts.tsx';
import { LongMoment } from '../../components/moment.tsx';
import { DocumentButton } from '../../components/secret-entry/document-button.tsx';
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
        <LastChange />
        {running === null ? (
          <div>
            <DocumentButton document={change} variant="default">
              {texts.change}
            </DocumentButton>
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

/** As the audit log of this profile has it: keys carry no date. */
function LastChange() {
  const { queries } = useBridge();
  const filter = { kind: 'safety', search: auditLabel('vault.data-key-changed') };
  const found = useQuery(queries.audit.list.queryOptions({ input: { filter, limit: 1 } })).data;
  if (found === undefined) return null;
  const [entry] = found.rows;
  return (
    <Facts isPlain>
      <Fact name={texts.last}>
        {entry === undefined ? texts.never : <LongMoment at={entry.at} />}
      </Fact>
    </Facts>
  );
}
