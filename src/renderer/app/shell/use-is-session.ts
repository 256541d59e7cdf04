/** Whether nothing is kept once Causeway stops: what a text promises of later must then say otherwise. */
import { useConnection } from './use-connection.ts';

export function useIsSession(): boolean {
  const vault = useConnection()?.vault;
  return vault?.state === 'unlocked' && vault.backing === 'session';
}
