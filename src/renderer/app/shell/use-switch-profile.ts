/** Switches the profile. The frame follows what main says is open (profile-scope.tsx). */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useBridge } from '../bridge/bridge-context.ts';

export function useSwitchProfile() {
  const { bridge, queries } = useBridge();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => bridge.profiles.select({ id }),
    onSuccess: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: queries.connection.key() }),
        client.invalidateQueries({ queryKey: queries.profiles.key() }),
      ]),
  });
}
