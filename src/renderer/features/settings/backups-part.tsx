/** Backups: where they go, what came of the last, and the ways to make one. */
import { Button, Group, Progress, Stack } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { BackupsView } from '../../../bridge/backups.ts';
import { longInstant } from '../../../bridge/instants.ts';
import { groupedCount } from '../../../bridge/words.ts';
import { useBridge } from '../../app/bridge/bridge-context.ts';
import { helpHref } from '../../app/help/help-href.ts';
import { useIsSession } from '../../app/shell/use-is-session.ts';
import { DetailStates } from '../../components/detail-states.tsx';
import { Fact, Facts } from '../../components/facts.tsx';
import { Failed } from '../../components/failure-notice.tsx';
import { LongMoment } from '../../components/moment.tsx';
import { Notice } from '../../components/notice.tsx';
import { PageLink } from '../../components/page-link.tsx';
import { DocumentButton } from '../../components/secret-entry/document-button.tsx';
import { SecretEntryStatus } from '../../components/secret-entry/secret-entry-status.tsx';
import { useDocument } from '../../components/secret-entry/use-document.ts';
import { Section } from '../../components/section.tsx';
import { formatBytes } from '../../format/bytes.ts';
import { settingsPaths } from './paths.ts';
import { settingsTexts } from './texts.ts';

const texts = settingsTexts.backups;

export function BackupsPart() {
  const { queries } = useBridge();
  const backups = useQuery(queries.backups.get.queryOptions());
  const isSession = useIsSession();
  return (
    <Section title={texts.title} lead={texts.lead}>
      {isSession ? (
        <p>{texts.session}</p>
      ) : (
        <DetailStates query={backups}>{(view) => <Shown view={view} />}</DetailStates>
      )}
    </Section>
  );
}

function Shown({ view }: { view: BackupsView }) {
  const { folder, everyRequests, last, failure, running } = view;
  return (
    <Stack gap="md">
      {failure !== null && running === null && (
        <Notice tone="red" title={texts.failed(longInstant(failure.at))}>
          {failure.message}
        </Notice>
      )}
      <Facts isPlain>
        <Fact name={texts.folder}>
          {folder === null ? texts.noFolder : <span className="mono">{folder}</span>}
        </Fact>
        {folder !== null && (
          <Fact name={texts.when}>
            {everyRequests === null ? texts.daily : texts.dailyAnd(groupedCount(everyRequests))}
          </Fact>
        )}
        <Fact name={texts.last}>
          {last === null ? (
            texts.never
          ) : (
            <>
              <LongMoment at={last.at} /> · {texts.checked(formatBytes(last.bytes))}
            </>
          )}
        </Fact>
        {last !== null && (
          <Fact name={texts.file}>
            <span className="mono">{last.file}</span>
          </Fact>
        )}
      </Facts>
      {running !== null && (
        <div>
          <p role="status">{texts.steps[running.step]}</p>
          <Progress
            value={running.total === 0 ? 0 : (running.done / running.total) * 100}
            aria-label={texts.steps[running.step]}
          />
        </div>
      )}
      <Acts view={view} />
      <p>
        {texts.restoreHelp}
        <br />
        <PageLink href={helpHref(settingsPaths.section('backup'))}>{texts.whenLost}</PageLink>
      </p>
    </Stack>
  );
}

function Acts({ view: { folder, last, running } }: { view: BackupsView }) {
  const { bridge, queries } = useBridge();
  const recovery = useQuery(queries.vault.recovery.queryOptions());
  const hasKey = recovery.data !== undefined && recovery.data.madeAt !== null;
  const choose = useDocument(() => bridge.backups.chooseFolder(), folder);
  const one = useDocument(() => bridge.backups.writeOne(), last?.at ?? null);
  const restore = useDocument(() => bridge.backups.restore(), null);
  const start = useMutation(queries.backups.start.mutationOptions());
  const turnOff = useDocument(() => bridge.backups.turnOff(), folder);
  return (
    <Stack gap="xs">
      {!hasKey && <p>{texts.needsKey}</p>}
      <Group gap="sm">
        {folder !== null && (
          <Button
            disabled={running !== null || !hasKey}
            loading={start.isPending}
            onClick={() => start.mutate({})}
          >
            {texts.start}
          </Button>
        )}
        <DocumentButton
          document={choose}
          variant={folder === null && hasKey ? 'filled' : 'default'}
          disabled={!hasKey}
        >
          {folder === null ? texts.choose : texts.change}
        </DocumentButton>
        <DocumentButton document={one} variant="default">
          {texts.one}
        </DocumentButton>
        <DocumentButton document={restore} variant="default">
          {texts.restore}
        </DocumentButton>
        {folder !== null && (
          <DocumentButton document={turnOff} variant="default">
            {texts.off}
          </DocumentButton>
        )}
      </Group>
      <SecretEntryStatus entry={choose} />
      <SecretEntryStatus entry={one} />
      <SecretEntryStatus entry={restore} />
      <SecretEntryStatus entry={turnOff} />
      <Failed error={start.error} />
    </Stack>
  );
}
