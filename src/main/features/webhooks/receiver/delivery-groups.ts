/** Deliveries that are made durable together, and answered then. */
import { createGroupCommit } from '../../../../platform/group-commit.ts';
import type { Appended, IncomingDelivery } from '../inbox/types.ts';

/** What became of a delivery; `failed` when its group did not commit. */
export type Committed = Appended | 'failed';

export interface DeliveryGroupsOptions {
  readonly append: (group: readonly IncomingDelivery[]) => Promise<readonly Appended[]>;
  readonly groupDeliveries: number;
  readonly groupBytes: number;
  /** A group did not commit. */
  readonly onFailure: (error: unknown) => void;
  /** `settle` of one delivery threw; the others are settled all the same. */
  readonly onUnresolved: (error: unknown) => void;
}

export interface DeliveryGroups {
  /** `settle` is called once, after the group is durable or lost. */
  add(delivery: IncomingDelivery, settle: (committed: Committed) => void): void;
  readonly groups: () => number;
  readonly deliveries: () => number;
  /** Resolves when nothing waits. */
  idle(): Promise<void>;
}

interface Waiting {
  readonly delivery: IncomingDelivery;
  readonly settle: (committed: Committed) => void;
}

export function createDeliveryGroups(options: DeliveryGroupsOptions): DeliveryGroups {
  let groups = 0;
  let deliveries = 0;
  const { add, idle } = createGroupCommit<Waiting>({
    commit: async (group) => {
      groups += 1;
      deliveries += group.length;
      let appended: readonly Appended[] | null = null;
      try {
        appended = await options.append(group.map(({ delivery }) => delivery));
      } catch (error) {
        options.onFailure(error);
      }
      return () => {
        for (const [index, { settle }] of group.entries()) {
          try {
            settle(appended?.[index] ?? 'failed');
          } catch (error) {
            options.onUnresolved(error);
          }
        }
      };
    },
    maxItems: options.groupDeliveries,
    maxBytes: options.groupBytes,
    bytesOf: ({ delivery }) => delivery.body.length,
  });
  return {
    add: (delivery, settle) => add({ delivery, settle }),
    groups: () => groups,
    deliveries: () => deliveries,
    idle,
  };
}
