/** Leads to where webhooks are added and created; while the window looks back it says why it does not. */
import { Group } from '@mantine/core';
import { CreateButton } from '../../components/create-button.tsx';
import { importTexts } from '../imports/texts.ts';
import { webhookPaths } from './paths.ts';
import { webhookTexts } from './texts.ts';

export function AddWebhook() {
  return (
    <Group gap={8} justify="flex-end">
      <CreateButton variant="default" href={webhookPaths.existing}>
        {importTexts.open}
      </CreateButton>
      <CreateButton href={webhookPaths.new}>{webhookTexts.create}</CreateButton>
    </Group>
  );
}
