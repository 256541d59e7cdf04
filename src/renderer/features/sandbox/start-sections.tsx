/** Sample data, what the sandbox holds, and starting it anew. */
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useBridge } from '../../app/bridge/bridge-context.ts';
import { useProfileId } from '../../app/shell/use-profile-id.ts';
import { DetailStates } from '../../components/detail-states.tsx';
import { Fact, Facts } from '../../components/facts.tsx';
import { SecretEntryStatus } from '../../components/secret-entry/secret-entry-status.tsx';
import { useDocument } from '../../components/secret-entry/use-document.ts';
import { Section } from '../../components/section.tsx';
import { groupedCount } from '../../format/words.ts';
import { SampleData } from './sample-data.tsx';
import classes from './sandbox.module.css';
import { useIsBuiltIn } from './sandbox-section.tsx';
import { sandboxTexts } from './texts.ts';

const { samples, holds, reset } = sandboxTexts;
const kinds = [
  'customers',
  'virtualAccounts',
  'bankAccounts',
  'payouts',
  'events',
  'webhooks',
] as const;

export function StartSections() {
  const { bridge, queries } = useBridge();
  const id = useProfileId();
  const isBuiltIn = useIsBuiltIn();
  const state = useQuery(queries.sandboxControls.state.queryOptions());
  const resetting = useDocument(() => bridge.profiles.startAnew({ id }));
  return (
    <DetailStates query={state}>
      {({ counts }) => (
        <>
          {isBuiltIn && (
            <Section title={samples.title} lead={samples.lead}>
              <SampleData variant="filled" />
            </Section>
          )}
          <Section title={holds.title}>
            <Facts>
              {kinds.map((kind) => (
                <Fact key={kind} name={holds[kind]}>
                  {groupedCount(counts[kind])}
                </Fact>
              ))}
            </Facts>
          </Section>
          {isBuiltIn && (
            <Section title={reset.title} lead={reset.lead}>
              <div className={classes['stack']}>
                <div>
                  <Button
                    variant="default"
                    loading={resetting.isOpening}
                    onClick={() => resetting.open(undefined)}
                  >
                    {reset.action}
                  </Button>
                </div>
                <SecretEntryStatus entry={resetting} />
              </div>
            </Section>
          )}
        </>
      )}
    </DetailStates>
  );
}
