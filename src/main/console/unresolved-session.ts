/** Unresolved of one profile while it is open: over its journal, its records and its money path. */
import { userInfo } from 'node:os';
import type { UpdateNotice } from '../../bridge/updates.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Sqlite } from '../../platform/sqlite.ts';
import type { Audit } from '../core/audit/types.ts';
import type { Log } from '../core/foundation/log.ts';
import { openResolutions } from '../core/intents/resolutions.ts';
import type { Intent, Intents } from '../core/intents/types.ts';
import type { Records } from '../core/records/types.ts';
import type { Customers } from '../features/customers/customers.ts';
import { createPossibleMatches } from '../features/unresolved/possible-matches.ts';
import { createSendAgain, type SendAgain } from '../features/unresolved/send-again.ts';
import { createUnresolved, type Unresolved } from '../features/unresolved/unresolved.ts';
import type { VirtualAccounts } from '../features/virtual-accounts/virtual-accounts.ts';
import type { Webhooks } from '../features/webhooks/register/types.ts';

export interface UnresolvedSessionParts {
  readonly sqlite: Sqlite;
  readonly records: Records;
  readonly intents: Intents;
  readonly audit: Audit;
  readonly customers: Customers;
  readonly virtualAccounts: VirtualAccounts;
  /** null while deliveries can't be received. */
  readonly webhooks: Pick<Webhooks, 'reconcile'> | null;
  /** An unknown outcome was settled, or what was sent again came to an end. */
  readonly onSettled: () => void;
  readonly clock: Clock;
  readonly log: Pick<Log, 'error'>;
  readonly notify: (notice: UpdateNotice) => void;
}

export type UnresolvedSession = Unresolved & { readonly sendAgain: SendAgain['send'] };

export function openUnresolvedSession(parts: UnresolvedSessionParts): UnresolvedSession {
  const { sqlite, clock, webhooks, log } = parts;
  const resolutionLog = openResolutions({ sqlite, clock, by: whoIsHere() });
  const proposals = createPossibleMatches({ ...parts, resolutionLog });
  const isContradicted = async (intent: Intent) => (await proposals.for(intent)).length > 0;
  const again = createSendAgain({ ...parts, resolutionLog, isContradicted });
  const settling = createUnresolved({
    ...parts,
    resolutionLog,
    proposals,
    sendAgainBlocked: again.blocked,
    notify(notice) {
      parts.notify(notice);
      if (notice.topic === 'intents') parts.onSettled();
      if (notice.topic !== 'webhooks') return;
      // The path of a webhook that was found, or is no more, belongs to another by now.
      webhooks?.reconcile().catch((error: unknown) => {
        log.error({ err: error }, 'paths could not be tied to a settled webhook');
      });
    },
  });
  return {
    ...settling,
    async sendAgain(sending) {
      const id = await again.send(sending);
      parts.onSettled();
      return id;
    },
  };
}

/** The name that the system knows the person by; a system may know none. */
function whoIsHere(): string {
  try {
    return userInfo().username;
  } catch {
    return 'not known';
  }
}
