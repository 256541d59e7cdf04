/** Tells the host what to show of the open profile. */
import type { TunnelState } from '../../../bridge/tunnels.ts';
import { worstTunnel } from '../../../bridge/worst-tunnel.ts';
import { canonicalJson } from '../../../platform/canonical-json.ts';
import type { Feature } from '../../core/feature/feature.ts';
import { createPacedWork } from '../../core/foundation/paced-work.ts';
import type { Profile } from '../../core/profiles/profile-file.ts';
import type { OverviewApi } from '../overview/feature.ts';
import type { WebhooksApi } from '../webhooks/feature.ts';

export interface HostStatus {
  readonly profileName: string;
  /** Lines of the overview that need a person; more than `count` where one can't be read. */
  readonly needs: { readonly count: number; readonly isAtLeast: boolean };
  /** State of the tunnel that is worst off; null where none is wanted open. */
  readonly tunnel: TunnelState | null;
}

/** null: no profile is open, as behind a locked vault. Called at each change, and no more. */
export type ShowStatus = (status: HostStatus | null) => void;

interface Uses {
  readonly overview: Pick<OverviewApi, 'find'>;
  readonly webhooks: Pick<WebhooksApi, 'open'>;
}

export interface HostStatusInstalled {
  /** The profile as it is now. */
  readonly profile: (id: string) => Pick<Profile, 'name'> | null;
  /** null: the host shows nothing outside its window. */
  readonly showStatus: ShowStatus | null;
}

export const hostStatusFeature: Feature<never, null, Uses, HostStatusInstalled> = {
  open({ profile: { id, name }, clock, log }, { overview, webhooks }, { profile, showStatus }) {
    if (showStatus === null) return { api: null };
    let shown = '';
    let isClosed = false;
    const work = async (): Promise<void> => {
      const { needs, pending, failed } = await overview.find(null);
      const status: HostStatus = {
        profileName: profile(id)?.name ?? name,
        needs: { count: needs.length, isAtLeast: pending.length + failed.length > 0 },
        tunnel: worstTunnel(webhooks.open?.ingress.tunnelManager.list() ?? [])?.state ?? null,
      };
      const text = canonicalJson({ ...status });
      if (isClosed || text === shown) return;
      shown = text;
      showStatus(status);
    };
    const showing = createPacedWork({
      work,
      clock,
      onError: (error) => log.error({ err: error }, 'what needs a person could not be shown'),
    });
    return {
      api: null,
      onUpdate: ({ topic }) => {
        if (topic !== 'audit' && topic !== 'exports') showing.wake();
      },
      async close() {
        isClosed = true;
        showStatus(null);
        await showing.close();
      },
    };
  },
  procedures: () => ({}),
};
