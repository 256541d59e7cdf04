/** Changes that nobody signed off. */
import type { ReportedChanges } from '../../changes/changes.ts';
import { maxItems, type NeedSource, needItem } from './need-source.ts';

export const openChanges = (changes: Pick<ReportedChanges, 'openBy'>): NeedSource => ({
  kind: 'changes',
  topics: ['changes', 'customers', 'virtual-accounts', 'bank-accounts', 'webhooks'],
  hasPast: true,
  async find({ knownAt }) {
    const { rows, count, since } = await changes.openBy(knownAt, maxItems);
    const items = rows.map(({ id, is, name, resourceId, path }) =>
      needItem(id, is.observedAt, name ?? resourceId, [path]),
    );
    return { items, count, since };
  },
});
