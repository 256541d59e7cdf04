/** The world of a profile at a glance: real money, or a laboratory. */
import { IconFlask, IconServer } from '@tabler/icons-react';
import type { Environment } from '../../../bridge/profiles.ts';

export function EnvironmentIcon({ environment }: { environment: Environment }) {
  const Icon = environment === 'production' ? IconServer : IconFlask;
  return <Icon size={18} stroke={1.6} aria-hidden />;
}
