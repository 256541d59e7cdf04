/** Over every screen: times, or the stored data, are doubtful on this computer. */
import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { DamageView } from '../../../bridge/connection.ts';
import { longInstant } from '../../../bridge/instants.ts';
import { useBridge } from '../../app/bridge/bridge-context.ts';
import type { FrameNotice } from '../../app/feature.tsx';
import { FrameLine } from '../../app/shell/frame-line.tsx';
import { DocumentButton } from '../../components/secret-entry/document-button.tsx';
import { SecretEntryStatus } from '../../components/secret-entry/secret-entry-status.tsx';
import { useDocument } from '../../components/secret-entry/use-document.ts';
import { overviewTexts } from './texts.ts';

const texts = overviewTexts.computer;

export function useComputerNotices(): readonly FrameNotice[] {
  const { queries } = useBridge();
  const { data } = useQuery(queries.connection.computer.queryOptions());
  if (data === undefined) return [];
  const { clockSetBackFrom, otherComputer } = data;
  const notices: FrameNotice[] = [];
  if (otherComputer !== null) {
    const { isInUse, lastSeenAt } = otherComputer;
    const tone = isInUse ? 'red' : 'amber';
    const words = (isInUse ? texts.inUse : texts.wasUsed)(longInstant(lastSeenAt));
    const line = <FrameLine tone={tone}>{words}</FrameLine>;
    notices.push({ key: `other computer ${tone}`, tone, line });
  }
  if (clockSetBackFrom !== null) {
    notices.push({ key: 'clock', tone: 'amber', line: <ClockLine from={clockSetBackFrom} /> });
  }
  return notices;
}

export function useDamageNotices(): readonly FrameNotice[] {
  const { queries } = useBridge();
  const { data = [] } = useQuery(queries.connection.damage.queryOptions());
  if (data.length === 0) return [];
  return [{ key: 'damage', tone: 'red', line: <DamageLine damage={data} />, goesFirst: true }];
}

export function useFileNotices(): readonly FrameNotice[] {
  const { queries } = useBridge();
  const { data = [] } = useQuery(queries.connection.files.queryOptions());
  return data.map(({ file, sentence }) => ({
    key: `file ${file}`,
    tone: 'amber',
    line: <FrameLine tone="amber">{texts.file(file, sentence)}</FrameLine>,
  }));
}

function DamageLine({ damage }: { damage: DamageView }) {
  const { bridge } = useBridge();
  const entry = useDocument(() => bridge.connection.repair(), null);
  return (
    <>
      <FrameLine
        tone="red"
        action={
          <DocumentButton document={entry} variant="default" size="compact-xs">
            {texts.repair}
          </DocumentButton>
        }
      >
        {texts.damaged(damage)}
      </FrameLine>
      <SecretEntryStatus entry={entry} />
    </>
  );
}

function ClockLine({ from }: { from: string }) {
  const { queries } = useBridge();
  const accept = useMutation(queries.connection.acceptClock.mutationOptions());
  return (
    <FrameLine
      tone="amber"
      action={
        <Button
          variant="default"
          size="compact-xs"
          loading={accept.isPending}
          onClick={() => accept.mutate({})}
        >
          {texts.accept}
        </Button>
      }
    >
      {texts.clock(longInstant(from))}
    </FrameLine>
  );
}
