/** Switches the profile and lets go of everything that was read of the one before. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type BridgeQueries, useBridge } from '../bridge/bridge-context.ts';

export function useSwitchProfile() {
  const { bridge, queries } = useBridge();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => bridge.profiles.select({ id }),
    onSuccess: async () => {
      // Records of one profile must never stand under the name of another.
      for (const area of areasOfProfile(queries)) {
        client.removeQueries({ queryKey: area.key() });
      }
      await client.invalidateQueries();
    },
  });
}

/** What holds records of one profile. */
const areasOfProfile = (queries: BridgeQueries) => [
  queries.customers,
  queries.virtualAccounts,
  queries.bankAccounts,
  queries.drift,
  queries.webhooks,
  queries.deliveries,
  queries.tunnels,
  queries.forwards,
  queries.timeline,
  queries.intents,
];
