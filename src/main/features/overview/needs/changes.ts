/** Changes that nobody signed off. */
import { listChangesInput } from '../../../../bridge/changes.ts';
import type { ReportedChanges } from '../../changes/changes.ts';
import { foundAll, maxItems, type NeedSource, needItem } from './need-source.ts';

export const openChanges = (changes: Pick<ReportedChanges, 'list'>): NeedSource => ({
  kind: 'changes',
  topics: ['changes', 'customers', 'virtual-accounts', 'bank-accounts', 'webhooks'],
  async find() {
    const { rows, total } = await changes.list(listChangesInput.parse({ limit: maxItems }));
    // The gravest come first, so of very many the oldest is not known to be among them.
    const found = foundAll(
      rows.map(({ id, is, name, resourceId, path }) =>
        needItem(id, is.observedAt, name ?? resourceId, [path]),
      ),
    );
    return { ...found, count: total };
  },
});
