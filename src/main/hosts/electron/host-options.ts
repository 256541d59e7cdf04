/** What the Electron host is started with. */
import type { HostArguments } from './arguments.ts';

export interface HostOptions {
  readonly given: HostArguments;
  /** The same as they came: what is no option of ours is refused in a package. */
  readonly args: readonly string[];
  /** Folder of the built main; preload and renderer are beside it. */
  readonly mainFolder: string;
  readonly platform: NodeJS.Platform;
  /** Origin of the development server, as electron-vite names it. Counts only where nothing is packaged. */
  readonly developmentServer: string | null;
  /** Socket of the SSH agent, as the environment names it; null when there is none. */
  readonly agentSocket: string | null;
  /** Takes tunnel addresses that only this network reaches for public; for tests (private-tunnels.ts). */
  readonly allowPrivateTunnels: boolean;
}
