/** Sample data, what the sandbox holds, and starting it anew. */
import { useQuery } from '@tanstack/react-query';
import { useBridge } from '../../app/bridge/bridge-context.ts';
import { DetailStates } from '../../components/detail-states.tsx';
import { Fact, Facts } from '../../components/facts.tsx';
import { Section } from '../../components/section.tsx';
import { groupedCount } from '../../format/words.ts';
import { ResetButton } from './reset-button.tsx';
import { SampleData } from './sample-data.tsx';
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
  const { queries } = useBridge();
  const isBuiltIn = useIsBuiltIn();
  const state = useQuery(queries.sandboxControls.state.queryOptions());
  return (
    <DetailStates query={state}>
      {({ counts }) => (
        <>
          {isBuiltIn && (
            <Section isBeside title={samples.title} lead={samples.lead}>
              <SampleData variant="filled" />
            </Section>
          )}
          <Section isBeside title={holds.title}>
            <Facts>
              {kinds.map((kind) => (
                <Fact key={kind} name={holds[kind]}>
                  {groupedCount(counts[kind])}
                </Fact>
              ))}
            </Facts>
          </Section>
          {isBuiltIn && (
            <Section isBeside title={reset.title} lead={reset.lead}>
              <ResetButton>{reset.action}</ResetButton>
            </Section>
          )}
        </>
      )}
    </DetailStates>
  );
}
