/** Leads to where webhooks are added and created; while the window looks back it says why it does not. */
import { Group } from '@mantine/core';
import { paths } from '../../app/paths.ts';
import { CreateButton } from '../../components/create-button.tsx';
import { importTexts } from '../imports/texts.ts';
import { webhookTexts } from './texts.ts';

export function AddWebhook() {
  return (
    <Group gap={8} justify="flex-end">
      <CreateButton variant="default" href={paths.existingWebhook}>
        {importTexts.open}
      </CreateButton>
      <CreateButton href={paths.newWebhook}>{webhookTexts.create}</CreateButton>
    </Group>
  );
}
