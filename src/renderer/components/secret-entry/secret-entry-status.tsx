/** What became of opening the window in which a person types or confirms, with a link where a browser may have blocked it. */
import { Anchor, Button, Group } from '@mantine/core';
import { stateTexts } from '../../texts/states.ts';
import { vaultTexts } from '../../texts/vault.ts';
import { FailureNotice } from '../failure-notice.tsx';
import { Notice } from '../notice.tsx';
import type { MainDocument } from './use-document.ts';

export function SecretEntryStatus({
  entry,
}: {
  entry: Pick<MainDocument<never>, 'opened' | 'failure'>;
}) {
  if (entry.failure !== null) return <FailureNotice failure={entry.failure} />;
  if (entry.opened === null) return null;
  const { path } = entry.opened;
  return (
    <Notice tone="blue" role="status">
      <p>{vaultTexts.entry.opened}</p>
      {path !== null && (
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

export interface SecretEntryActionsProps {
  entry: Pick<MainDocument<never>, 'opened' | 'failure' | 'isOpening'>;
  /** Words of the button that sends the form around it: it opens the window. */
  action: string;
  onCancel: () => void;
}

/** The end of a form that goes on in such a window. */
export function SecretEntryActions({ entry, action, onCancel }: SecretEntryActionsProps) {
  return (
    <>
      <SecretEntryStatus entry={entry} />
      <Group gap="xs" mt="xs">
        <Button type="submit" loading={entry.isOpening}>
          {action}
        </Button>
        <Button variant="default" onClick={onCancel}>
          {stateTexts.cancel}
        </Button>
      </Group>
    </>
  );
}
