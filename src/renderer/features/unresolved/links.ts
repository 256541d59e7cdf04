/** Where a request leads: its record, its form, and the events of its time. */
import type { IntentView } from '../../../bridge/intents.ts';
import { customerPaths } from '../customers/paths.ts';
import { timelinePaths } from '../timeline/paths.ts';
import { virtualAccountPaths } from '../virtual-accounts/paths.ts';
import { webhookPaths } from '../webhooks/paths.ts';
import { sentText } from './sent.ts';

export function recordHref(operation: IntentView['operation'], id: string): string {
  switch (operation) {
    case 'createCustomer':
      return customerPaths.one(id);
    case 'createVirtualAccount':
      return virtualAccountPaths.one(id);
    case 'createWebhook':
      return webhookPaths.one(id);
  }
}

/** How long before and after it was sent its event may be, in milliseconds. */
const before = 2 * 60_000;
const after = 15 * 60_000;

/** The events that could tell of it; a virtual account has none, so those of its customer. */
export function eventsHref(intent: IntentView): string {
  const sent = Date.parse(intent.journalledAt);
  const from = new Date(sent - before).toISOString();
  const query = new URLSearchParams();
  if (intent.operation === 'createVirtualAccount') {
    const customerId = sentText(intent, 'customerId');
    if (customerId !== null) query.append('customer', customerId);
    query.append('from', from);
  } else {
    const name = intent.operation === 'createCustomer' ? 'customer.create' : 'webhook.create';
    query.append('name', name);
    query.append('from', from);
    query.append('to', new Date(sent + after).toISOString());
  }
  return `${timelinePaths.root}?${query.toString()}`;
}

/** What ids of this kind begin with. */
export const idPrefixes: Readonly<Record<IntentView['operation'], string>> = {
  createCustomer: 'customer',
  createVirtualAccount: 'virtualAccount',
  createWebhook: 'webhook',
};
