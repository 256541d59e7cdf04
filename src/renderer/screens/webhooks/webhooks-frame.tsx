/** Title row and parts, the same over all parts of the screen: how many places are taken stands on top. */
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useBridge } from '../../app/bridge/bridge-context.ts';
import { paths } from '../../app/paths.ts';
import { PageHeader } from '../../components/page-header.tsx';
import { PartLinks } from '../../components/part-links.tsx';
import { webhookTexts } from '../../texts/webhooks.ts';

const { parts } = webhookTexts;

const links = [
  { name: parts.webhooks, href: paths.webhooks },
  { name: parts.deliveries, href: paths.deliveries },
  { name: parts.tunnels, href: paths.tunnels },
  { name: parts.forwards, href: paths.forwards },
] as const;

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
      <PartLinks label={parts.label} parts={links} current={current} />
      {children}
    </>
  );
}
