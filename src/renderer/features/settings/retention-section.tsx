/** How long exact bytes are kept. A person changes it in main's own document, after seeing what goes. */
import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { RetentionView } from '../../../bridge/retention.ts';
import { useBridge } from '../../app/bridge/bridge-context.ts';
import { useProfileId } from '../../app/shell/use-profile-id.ts';
import { Fact, Facts } from '../../components/facts.tsx';
import { Failed } from '../../components/failure-notice.tsx';
import { LongMoment } from '../../components/moment.tsx';
import { ReadFailure } from '../../components/read-failure.tsx';
import { DocumentButton } from '../../components/secret-entry/document-button.tsx';
import { SecretEntryStatus } from '../../components/secret-entry/secret-entry-status.tsx';
import { useDocument } from '../../components/secret-entry/use-document.ts';
import { Section } from '../../components/section.tsx';
import classes from './settings.module.css';
import { settingsTexts } from './texts.ts';

const texts = settingsTexts.retention;

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
    <Section title={texts.title} lead={texts.lead}>
      <ReadFailure error={retention.error} onReadAgain={() => void retention.refetch()} />
      {view !== undefined && <Kept view={view} />}
      <div className={classes['actions']}>
        <DocumentButton document={changing} variant="default">
          {texts.change}
        </DocumentButton>
        {view !== undefined && (view.deliveries ?? view.responses ?? view.inputs) !== null && (
          <Button
            variant="default"
            loading={applying.isPending}
            onClick={() => applying.mutate({ profileId })}
          >
            {texts.apply}
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
    <Fact name={texts.deliveries}>{texts.months(deliveries)}</Fact>
    <Fact name={texts.responses}>{texts.months(responses)}</Fact>
    <Fact name={texts.inputs}>{texts.months(inputs)}</Fact>
    {last !== null && (
      <Fact name={texts.last}>
        <LongMoment at={last.at} /> {texts.went(last)}
      </Fact>
    )}
    {waiting !== null && <Fact name={texts.waiting}>{waiting}</Fact>}
  </Facts>
);
