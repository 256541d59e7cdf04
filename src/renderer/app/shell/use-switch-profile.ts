/** Switches the profile. The frame follows what main says is open (profile-scope.tsx). */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useUnsavedStore } from '../../stores/unsaved.ts';
import { useBridge } from '../bridge/bridge-context.ts';

/** By which a switch that was asked for in this page is known from others. */
export const switchKey = ['switch profile'];

/** A switch whose list is gone by the time it fails: the frame says so (switch-failed.tsx). */
export const closingSwitchKey = [...switchKey, 'by a list that closes'];

/** @param mutationKey `switchKey`, or one that begins with it */
export function useSwitchProfile(mutationKey = switchKey) {
  const { bridge, queries } = useBridge();
  const client = useQueryClient();
  const unsaved = useUnsavedStore();
  const change = useMutation({
    mutationKey,
    mutationFn: (id: string) => bridge.profiles.select({ id }),
    onSuccess() {
      unsaved.getState().letGo();
      return Promise.all([
        client.invalidateQueries({ queryKey: queries.connection.key() }),
        client.invalidateQueries({ queryKey: queries.profiles.key() }),
      ]);
    },
  });
  const mutate = (id: string): void => {
    const leave = (): void => change.mutate(id);
    if (!unsaved.getState().asks(leave, true)) leave();
  };
  return { ...change, mutate };
}
