import { describe, expect, it } from 'vitest';
import { delivery } from '../testing/deliveries.ts';
import { createDeliveryGroups } from './delivery-groups.ts';

describe('a group of which one can’t be settled', () => {
  it('settles the others, says so, and lets the next group through', async () => {
    const settled: string[] = [];
    const unsettled: unknown[] = [];
    const commits = createDeliveryGroups({
      append: async (group) => group.map(() => 'kept' as const),
      groupDeliveries: 10,
      groupBytes: 1_000,
      onFailure: (error) => unsettled.push(error),
      onUnresolved: (error) => unsettled.push(error),
    });
    const broken = new Error('the socket is gone');
    commits.add(delivery('a'), () => {
      throw broken;
    });
    commits.add(delivery('b'), (committed) => settled.push(`b ${committed}`));
    await commits.idle();
    commits.add(delivery('c'), (committed) => settled.push(`c ${committed}`));
    await commits.idle();
    expect(settled).toEqual(['b kept', 'c kept']);
    expect(unsettled).toEqual([broken]);
  });
});
