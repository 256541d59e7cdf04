/** Title row and parts, the same over all parts of the screen: how many places are taken stands on top. */

import { Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { groupedCount } from '../../../bridge/words.ts';
import { useBridge } from '../../app/bridge/bridge-context.ts';
import { CreateButton } from '../../components/create-button.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { PartLinks } from '../../components/part-links.tsx';
import { importTexts } from '../imports/texts.ts';
import { webhookPaths } from './paths.ts';
import { webhookTexts } from './texts.ts';
import { useWebhookMarks, type WebhookMarks } from './webhook-marks.ts';

const { parts, marks: texts } = webhookTexts;

const links = (marks: WebhookMarks) => [
  { name: parts.webhooks, href: webhookPaths.root, note: noteOf(marks.silent, texts.silent) },
  {
    name: parts.deliveries,
    href: webhookPaths.deliveries,
    note: noteOf(marks.refused, texts.refused),
  },
  { name: parts.tunnels, href: webhookPaths.tunnels },
  {
    name: parts.forwards,
    href: webhookPaths.forwarding,
    note: noteOf(marks.failing, texts.failing),
  },
];

/** The number alone is seen: the parts keep their place in a narrow row. */
const noteOf = (count: number, words: string): ReactNode =>
  count === 0 ? undefined : (
    <span title={words}>
      {groupedCount(count)}
      <span className="visually-hidden"> {words}</span>
    </span>
  );

export interface WebhooksFrameProps {
  /** Address of the part that is shown. */
  current: string;
  /** How many were known, null before that is read; undefined shows how many places are taken now. */
  count?: number | null;
  action?: ReactNode;
  children: ReactNode;
}

export function WebhooksFrame({ current, count, action, children }: WebhooksFrameProps) {
  const { queries } = useBridge();
  const { data } = useQuery({
    ...queries.webhooks.list.queryOptions(),
    enabled: count === undefined,
  });
  const places = data === undefined ? null : webhookTexts.known(data.known, data.limit);
  return (
    <>
      <PageHeader
        title={webhookTexts.title}
        count={count === undefined ? places : count}
        action={action}
      />
      <PartLinks label={parts.label} parts={links(useWebhookMarks())} current={current} />
      {children}
    </>
  );
}

/** Leads to where webhooks are added and created; while the window looks back it says why it does not. */
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
