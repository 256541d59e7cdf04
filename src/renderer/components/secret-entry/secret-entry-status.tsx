/** What became of opening the window in which a person types or confirms, with a link where a browser may have blocked it. */
import { Anchor, Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { OpenedDocument } from '../../../bridge/documents.ts';
import { useBridge } from '../../app/bridge/bridge-context.ts';
import { useUnsavedStore } from '../../stores/unsaved.ts';
import { stateTexts } from '../../texts/states.ts';
import { vaultTexts } from '../../texts/vault.ts';
import { FailureNotice } from '../failure-notice.tsx';
import { Notice } from '../notice.tsx';
import { isAddress, type MainDocument } from './use-document.ts';

export function SecretEntryStatus({
  entry,
  onDone,
}: {
  entry: Pick<MainDocument<never>, 'opened' | 'failure'>;
  /** The window is done, or its link leads nowhere any more. */
  onDone?: () => void;
}) {
  if (entry.failure !== null) return <FailureNotice failure={entry.failure} />;
  return entry.opened === null ? null : <OpenedNotice opened={entry.opened} onDone={onDone} />;
}

/** Gone once the window is done, or its link leads nowhere any more. */
function OpenedNotice({
  opened,
  onDone,
}: {
  opened: OpenedDocument;
  onDone: (() => void) | undefined;
}) {
  const { path } = opened;
  const isWaiting = useIsWaiting(path);
  useEffect(() => {
    if (!isWaiting) onDone?.();
  }, [isWaiting, onDone]);
  if (!isWaiting) return null;
  return (
    <Notice tone="blue" role="status">
      <p>{vaultTexts.entry.opened}</p>
      {isAddress(path) && (
        <p>
          {vaultTexts.entry.notOpened}{' '}
          <Anchor href={path} target="_blank" rel="noopener" underline="always">
            {vaultTexts.entry.open}
          </Anchor>
        </p>
      )}
    </Notice>
  );
}

/** Nothing tells that a document became too old, so it is asked for. */
function useIsWaiting(path: string | null): boolean {
  const { queries } = useBridge();
  const { data } = useQuery({
    ...queries.vault.isDocumentWaiting.queryOptions({ input: { path } }),
    staleTime: 0,
    gcTime: 0,
    refetchInterval: ({ state }) => (state.data === false ? false : 1_000),
  });
  return data ?? true;
}

export interface SecretEntryActionsProps {
  entry: Pick<MainDocument<never>, 'opened' | 'failure' | 'isOpening'>;
  /** Words of the button that sends the form around it: it opens the window. */
  action: string;
  onCancel: () => void;
}

/** The end of a form that goes on in such a window. */
export function SecretEntryActions({ entry, action, onCancel }: SecretEntryActionsProps) {
  const unsaved = useUnsavedStore();
  const cancel = (): void => {
    unsaved.getState().letGo();
    onCancel();
  };
  return (
    <>
      <SecretEntryStatus entry={entry} />
      <Group gap="xs" mt="xs">
        <Button type="submit" loading={entry.isOpening}>
          {action}
        </Button>
        <Button variant="default" onClick={cancel}>
          {stateTexts.cancel}
        </Button>
      </Group>
    </>
  );
}
