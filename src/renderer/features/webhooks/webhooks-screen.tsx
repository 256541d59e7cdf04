/** Webhooks and all that makes their deliveries arrive: each part is loaded when it is needed. */
import { lazy, Suspense } from 'react';
import { SkeletonTable } from '../../components/table/skeleton-table.tsx';
import { placeOf } from './paths.ts';
import { WebhooksPart } from './webhooks-part.tsx';

const NewWebhookScreen = lazy(async () => ({
  default: (await import('./new/new-webhook-screen.tsx')).NewWebhookScreen,
}));
const ExistingWebhookScreen = lazy(async () => ({
  default: (await import('./new/existing-webhook-screen.tsx')).ExistingWebhookScreen,
}));
const DeliveriesPart = lazy(async () => ({
  default: (await import('./deliveries/deliveries-part.tsx')).DeliveriesPart,
}));
const TunnelsPart = lazy(async () => ({
  default: (await import('./tunnels/tunnels-part.tsx')).TunnelsPart,
}));
const ForwardingPart = lazy(async () => ({
  default: (await import('./forwarding/forwarding-part.tsx')).ForwardingPart,
}));

export interface WebhooksScreenProps {
  part: string | null;
  id: string | null;
}

export function WebhooksScreen({ part, id }: WebhooksScreenProps) {
  return (
    <Suspense fallback={<SkeletonTable />}>
      <Part part={part} id={id} />
    </Suspense>
  );
}

function Part({ part, id }: WebhooksScreenProps) {
  const place = placeOf(part, id);
  switch (place.part) {
    case 'webhooks':
      return <WebhooksPart selectedId={place.selectedId} />;
    case 'new':
      return <NewWebhookScreen />;
    case 'existing':
      return <ExistingWebhookScreen />;
    case 'deliveries':
      return <DeliveriesPart arrival={place.arrival} />;
    case 'tunnels':
      return <TunnelsPart />;
    case 'forwarding':
      return <ForwardingPart />;
  }
}
