/** Where a request leads: its record, its form, and the events of its time. */
import type { IntentView } from '../../../bridge/intents.ts';
import type { CataloguedKind } from '../../../contract/fields.ts';
import { writes } from '../../../contract/writes.ts';
import { bankAccountPaths } from '../bank-accounts/paths.ts';
import { customerPaths } from '../customers/paths.ts';
import { otherRecordHrefs } from '../other-records/paths.ts';
import { timelinePaths } from '../timeline/paths.ts';
import { virtualAccountPaths } from '../virtual-accounts/paths.ts';
import { webhookPaths } from '../webhooks/paths.ts';
import { sentText } from './sent.ts';

const hrefs: Readonly<Record<CataloguedKind, (id: string) => string>> = {
  customer: customerPaths.one,
  virtualAccount: virtualAccountPaths.one,
  bankAccount: bankAccountPaths.one,
  webhook: webhookPaths.one,
  ...otherRecordHrefs,
};

export const recordHref = (operation: IntentView['operation'], id: string): string =>
  hrefs[writes[operation].creates](id);

/** How long before and after it was sent its event may be, in milliseconds. */
const before = 2 * 60_000;
const after = 15 * 60_000;

/** The events that could tell of it; a virtual account has none, so those of its customer. */
export function eventsHref(intent: IntentView): string {
  const sent = Date.parse(intent.journalledAt);
  const from = new Date(sent - before).toISOString();
  const query = new URLSearchParams();
  const name = writes[intent.operation].event;
  if (name === null) {
    const customerId = sentText(intent, 'customerId');
    if (customerId !== null) query.append('customer', customerId);
    query.append('from', from);
  } else {
    query.append('name', name);
    query.append('from', from);
    query.append('to', new Date(sent + after).toISOString());
  }
  return `${timelinePaths.root}?${query.toString()}`;
}
