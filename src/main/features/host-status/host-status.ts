/** What a host shows of the open profile where no window is: its tray. */
import type { TunnelState } from '../../../bridge/tunnels.ts';

export interface HostStatus {
  readonly profileName: string;
  /** Lines of the overview that need a person; more than `count` where one can't be read. */
  readonly needs: { readonly count: number; readonly isAtLeast: boolean };
  /** Of the tunnel that is worst off; null where none is wanted open. */
  readonly tunnel: TunnelState | null;
}

/** null: no profile is open, as behind a locked vault. Called at each change, and no more. */
export type ShowStatus = (status: HostStatus | null) => void;
