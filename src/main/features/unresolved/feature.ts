/** Requests whose outcome is unknown. */
import { implement } from '@orpc/server';
import { type UnresolvedView, unresolvedContract } from '../../../bridge/unresolved.ts';
import { personName } from '../../core/audit/types.ts';
import type { Feature, ProfileCore } from '../../core/feature/feature.ts';
import { intentViewOf } from '../../core/intents/intent-view.ts';
import { openResolutions } from '../../core/intents/resolutions.ts';
import type { Intent } from '../../core/intents/types.ts';
import type { Bulk } from '../bulk/bulk.ts';
import type { WebhooksApi } from '../webhooks/feature.ts';
import { createPossibleMatches } from './possible-matches.ts';
import { createSendAgain, type SendAgain } from './send-again.ts';
import { type Reporter, reportersOf, sentElsewhere } from './sent-elsewhere.ts';
import { createUnresolved, type Unresolved } from './unresolved.ts';

interface Uses {
  readonly bulk: Pick<Bulk, 'settled' | 'rowOfRequest'>;
  readonly webhooks: Pick<WebhooksApi, 'open'>;
}

export interface UnresolvedApi extends Unresolved {
  readonly sendAgain: SendAgain['send'];
  /** Whether this computer journalled it, as its audit log has it. */
  readonly isSentHere: (key: string) => boolean;
  /** Who told of a request under this key: `from` of what is told is anybody's word. */
  readonly reportersOf: (key: string) => readonly Reporter[];
}

const unresolved = implement(unresolvedContract);

export const unresolvedFeature: Feature<'unresolved', UnresolvedApi, Uses> = {
  open(core, { webhooks, bulk }, _installed, writes) {
    const { sqlite, clock, log } = core;
    const resolutionLog = openResolutions({ sqlite, clock, by: nameOf(core.person) });
    const proposals = createPossibleMatches({ ...core, resolutionLog });
    const isContradicted = async (intent: Intent) => (await proposals.for(intent)).length > 0;
    const { isSentHere } = core.intents;
    const sentBy = ({ key }: Intent) =>
      sentElsewhere(sqlite, core.signing.publicKey, key, isSentHere);
    const again = createSendAgain({ ...core, writes, resolutionLog, isContradicted, sentBy });
    const settling = createUnresolved({
      ...core,
      resolutionLog,
      proposals,
      rowOfRequest: bulk.rowOfRequest,
      sendAgainBlocked: again.blocked,
      resolveBlocked(intent) {
        const why = core.claims.resolveBlocked();
        const by = why === null ? null : sentBy(intent);
        if (by === null) return null;
        return `The request was sent from another computer (${by}). ${why}`;
      },
      notify(notice) {
        core.notify(notice);
        if (notice.topic === 'intents') bulk.settled();
        if (notice.topic !== 'webhooks') return;
        // The path of a webhook that was found, or is no more, belongs to another by now.
        webhooks.open?.webhooks.reconcile().catch((error: unknown) => {
          log.error({ err: error }, 'paths could not be tied to a settled webhook');
        });
      },
    });
    return {
      api: {
        ...settling,
        isSentHere,
        reportersOf: (key) => reportersOf(sqlite, key),
        async sendAgain(sending) {
          const id = await again.send(sending);
          bulk.settled();
          return id;
        },
      },
    };
  },

  procedures(api) {
    const view = async (key: string): Promise<UnresolvedView> => {
      const found = await api().get(key);
      return { ...found, intent: intentViewOf(found.intent) };
    };
    return {
      unresolved: {
        contradicted: unresolved.contradicted.handler(async () => ({
          requests: (await api().contradicted()).length,
        })),
        list: unresolved.list.handler(async ({ input }) => {
          const { rows, total } = await api().list(input);
          const shown = rows.map(({ proposals, customerName, bulkRow, ...intent }) => ({
            ...intentViewOf(intent),
            proposals,
            customerName,
            bulkRow,
          }));
          return { rows: shown, total };
        }),
        get: unresolved.get.handler(({ input }) => view(input.key)),
        check: unresolved.check.handler(({ input }) => api().check(input)),
        exists: unresolved.exists.handler(async ({ input }) => {
          await api(input.profileId).exists(input);
          return await view(input.key);
        }),
        absent: unresolved.absent.handler(async ({ input }) => {
          await api(input.profileId).absent(input);
          return await view(input.key);
        }),
        takeBack: unresolved.takeBack.handler(async ({ input }) => {
          await api(input.profileId).takeBack(input);
          return await view(input.key);
        }),
        sendAgain: unresolved.sendAgain.handler(async ({ input, signal }) => ({
          resourceId: await api(input.profileId).sendAgain({ ...input, review: input, signal }),
        })),
      },
    };
  },
};

/** As the audit log names who acts; a system may know nobody. */
const nameOf = (person: ProfileCore['person']) => () => personName(person()) ?? 'not known';
