/** Sample data: one button that fills the built-in sandbox, how far it is, and what became of it. */
import { Button, Progress } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { SandboxSamples } from '../../../bridge/sandbox-controls.ts';
import { useBridge } from '../../app/bridge/bridge-context.ts';
import { useIsReviewer } from '../../app/shell/use-connection.ts';
import { useProfileId } from '../../app/shell/use-profile-id.ts';
import { Failed } from '../../components/failure-notice.tsx';
import { DocumentButton } from '../../components/secret-entry/document-button.tsx';
import { SecretEntryStatus } from '../../components/secret-entry/secret-entry-status.tsx';
import { useDocument } from '../../components/secret-entry/use-document.ts';
import { StatusMark } from '../../components/status-mark.tsx';
import classes from './sandbox.module.css';
import { SandboxMark, useHasControls, useIsBuiltIn } from './sandbox-section.tsx';
import { sandboxTexts } from './texts.ts';

const texts = sandboxTexts.samples;

/** Until the sandbox is read, so that nothing moves when it is. */
const notKnown = { state: 'none', done: 0, total: 1, sentence: null } as const;

/** Sample data while it is being added; null at any other time, and in every other profile. */
export function useFillingSamples(): SandboxSamples | null {
  const { queries } = useBridge();
  const hasControls = useHasControls();
  const isBuiltIn = useIsBuiltIn();
  const { data } = useQuery({
    ...queries.sandboxControls.state.queryOptions(),
    enabled: hasControls && isBuiltIn,
  });
  return hasControls && isBuiltIn && data?.samples.state === 'filling' ? data.samples : null;
}

type FillingSamplesProps = Pick<SandboxSamples, 'done' | 'total' | 'sentence'>;

/** How far it is. */
export const FillingSamples = ({ done, total, sentence }: FillingSamplesProps) => (
  <div>
    <StatusMark tone="blue">{texts.filling}</StatusMark>
    <Progress
      className={classes['progress'] ?? ''}
      aria-label={texts.progress}
      value={(done / total) * 100}
    />
    <p className="dimmed">{sentence}</p>
  </div>
);

interface SampleDataProps {
  variant?: 'filled' | 'default';
  /** Says what it brings; left out where the section around it says so. */
  isExplained?: boolean;
}

/** Nothing in every profile but the built-in sandbox. */
export function SampleData({ variant = 'default', isExplained = false }: SampleDataProps) {
  const hasControls = useHasControls();
  const isBuiltIn = useIsBuiltIn();
  if (!hasControls || !isBuiltIn) return null;
  return <SampleDataControl variant={variant} isExplained={isExplained} />;
}

function SampleDataControl({ variant, isExplained }: Required<SampleDataProps>) {
  const { bridge, queries } = useBridge();
  const profileId = useProfileId();
  const isReviewer = useIsReviewer();
  const state = useQuery(queries.sandboxControls.state.queryOptions()).data;
  const fill = useMutation({
    mutationFn: () => bridge.sandboxControls.fill({ profileId }),
    onSettled: (_done, _error, _input, _before, { client }) =>
      client.invalidateQueries({ queryKey: queries.sandboxControls.state.key() }),
  });
  const samples = state?.samples ?? notKnown;
  return (
    <div className={classes['stack']} role="status">
      {samples.state === 'none' && (
        <div className={classes['move']}>
          <Button
            variant={variant}
            loading={fill.isPending}
            disabled={state === undefined || isReviewer}
            onClick={() => fill.mutate()}
          >
            {texts.add}
          </Button>
          <SandboxMark />
        </div>
      )}
      {samples.state === 'none' && isExplained && (
        <p className={`${classes['samplesLead']} dimmed`}>{texts.lead}</p>
      )}
      {samples.state === 'filling' && <FillingSamples {...samples} />}
      {samples.state === 'filled' && (
        <div className={classes['stack']}>
          <StatusMark tone="green">{texts.filled}</StatusMark>
          <p className="dimmed">{texts.filledLead}</p>
          <ResetButton>{texts.remove}</ResetButton>
        </div>
      )}
      {samples.state === 'failed' && (
        <div className={classes['stack']}>
          <StatusMark tone="red">{texts.failed}</StatusMark>
          <p>{samples.sentence}</p>
          <p className="dimmed">{texts.failedLead}</p>
          <ResetButton>{texts.remove}</ResetButton>
        </div>
      )}
      <Failed error={fill.error} />
    </div>
  );
}

export function ResetButton({ children }: { children: string }) {
  const { bridge } = useBridge();
  const id = useProfileId();
  const resetting = useDocument(() => bridge.profiles.startAnew({ id }));
  return (
    <div className={classes['stack']}>
      <div>
        <DocumentButton document={resetting} variant="default">
          {children}
        </DocumentButton>
      </div>
      <SecretEntryStatus entry={resetting} />
    </div>
  );
}
