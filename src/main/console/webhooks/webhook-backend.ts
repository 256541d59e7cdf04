/** Webhooks as the bridge and the documents for secrets use them, over what is open now. */
import { browserHostPaths } from '../../../bridge/transport.ts';
import type { JsonObject } from '../../../contract/scalars.ts';
import type { BridgeBackend } from '../../bridge/backend.ts';
import type { AuditTrail } from '../audit-trail.ts';
import type { SecretActions, SecretEntry } from '../secret-entry.ts';
import type { SessionKeeper } from '../session-keeper.ts';
import { sessionOf } from '../session-of.ts';
import type { SecretClipboard } from './clipboard.ts';
import type { Reception } from './reception.ts';
import { recordedForwards } from './recorded-forwards.ts';
import type { WebhookSession } from './webhook-session.ts';

export interface WebhookBackendParts {
  /** The open profile, which is the one that the call is for. */
  readonly session: SessionKeeper['session'];
  readonly reception: Reception;
  readonly trail: AuditTrail;
  /** null where the host has no clipboard of its own. */
  readonly clipboard: SecretClipboard | null;
  readonly secrets: () => Pick<SecretEntry, 'issueConfirmation'>;
  /** Whether the profile is the built-in sandbox's. */
  readonly isBuiltIn: (profileId: string) => boolean;
}

export type WebhookBackend = Pick<
  BridgeBackend,
  'webhooks' | 'pastWebhooks' | 'deliveries' | 'forwards' | 'tunnels' | 'revealSecret'
> &
  Pick<SecretActions, 'keepWebhookSecret' | 'keepTunnelSecret'>;

export function createWebhookBackend(parts: WebhookBackendParts): WebhookBackend {
  const { reception, trail, clipboard } = parts;

  const session = (profileId?: string): WebhookSession => {
    const { webhooks } = sessionOf(parts, profileId);
    if (webhooks !== null) return webhooks;
    reception.demand();
    throw new TypeError('The receiver is open, and the profile knows nothing of it.');
  };
  const desk = () => reception.demand().desk;
  const recorded = async <Result>(
    work: Result | Promise<Result>,
    action: string,
    facts: JsonObject & { readonly tunnelId: string },
  ): Promise<Result> => {
    const done = await work;
    trail.record(action, facts);
    return done;
  };

  return {
    webhooks: (profileId) => session(profileId).webhooks,
    pastWebhooks: () => parts.session().pastWebhooks,
    deliveries() {
      const { profileId } = parts.session();
      const { deliveries } = session();
      return {
        ...deliveries,
        async judgeAgain(slotPath) {
          const changed = await deliveries.judgeAgain(slotPath);
          trail.recordFor(profileId, 'deliveries.judged-again', { slotPath, changed });
          return changed;
        },
        rebuild() {
          const progress = deliveries.rebuild();
          trail.recordFor(profileId, 'deliveries.rebuild-begun');
          return progress;
        },
      };
    },
    forwards() {
      const { profileId } = parts.session();
      return recordedForwards(session().forwards, (action, facts) =>
        trail.recordFor(profileId, action, facts),
      );
    },
    tunnels: () => ({
      list() {
        const builtIn = parts.isBuiltIn(parts.session().profileId);
        const sentence = 'Only the profile of the built-in sandbox has this way in.';
        return {
          rows: desk()
            .list()
            .filter(({ kind }) => builtIn || kind !== 'sandbox'),
          unavailable: builtIn ? [] : [{ kind: 'sandbox' as const, sentence }],
          notices: desk().notices(),
        };
      },
      add(settings) {
        const added = desk().add(settings);
        trail.record('tunnel.added', { tunnelId: added.id, kind: added.kind });
        return added;
      },
      open: (id) => recorded(desk().open(id), 'tunnel.opened', { tunnelId: id }),
      close: (id) => recorded(desk().close(id), 'tunnel.closed', { tunnelId: id }),
      async prove(id) {
        const shown = await desk().prove(id);
        trail.record('tunnel.proof', { tunnelId: id, state: shown.state });
        return shown;
      },
      remove: (id) => recorded(desk().remove(id), 'tunnel.removed', { tunnelId: id }),
      forgetHostKey: (id) =>
        recorded(desk().forgetHostKey(id), 'tunnel.host-key-forgotten', { tunnelId: id }),
      trustHostKey: (id, fingerprint) =>
        recorded(desk().trustHostKey(id, fingerprint), 'tunnel.host-key-trusted', {
          tunnelId: id,
          fingerprint,
        }),
    }),

    async revealSecret(id) {
      const { webhooks } = session();
      if (clipboard !== null) {
        const clearsAt = await clipboard.copy(webhooks.revealSecret(id));
        return { path: null, clearsAt: new Date(clearsAt).toISOString() };
      }
      // Throws now where there is nothing to show.
      const { name, secret } = webhooks.get(id);
      if (secret !== 'held') webhooks.revealSecret(id);
      const ticket = parts.secrets().issueConfirmation({
        title: 'The webhook’s secret',
        facts: [['Webhook', name ?? id]],
        paragraphs: [
          `Whoever has it can sign deliveries that pass as genuine, so show it to nobody who need not check them.`,
        ],
        button: 'Show once',
        act: () => ({ label: 'Secret', secret: session().webhooks.revealSecret(id) }),
      });
      return { path: `${browserHostPaths.secret}${ticket}`, clearsAt: null };
    },

    keepWebhookSecret: ({ webhookId, url, name }, secret) =>
      session().webhooks.adopt({ webhookId, url, name, secret }),
    async keepTunnelSecret(tunnelId, name, secret) {
      await desk().keepSecret(tunnelId, name, secret);
      trail.record('tunnel.secret-entered', { tunnelId, name });
      return 'It is kept. The tunnel uses it from now on.';
    },
  };
}
