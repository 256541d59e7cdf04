/** Webhooks as the bridge and the documents for secrets use them, over what is open now. */
import type { TunnelSecretName } from '../../bridge/tunnels.ts';
import type { JsonObject } from '../../contract/scalars.ts';
import type { Clock } from '../../platform/clock.ts';
import type { BridgeBackend } from '../bridge/backend.ts';
import type { AuditTrail } from '../core/audit/types.ts';
import type { AskPerson } from '../core/feature/confirmation.ts';
import type { Profile } from '../core/profiles/profile-file.ts';
import { createForwardDocuments } from '../features/webhooks/forwarding/forwarding-documents.ts';
import { recordedForwarding } from '../features/webhooks/forwarding/recorded-forwarding.ts';
import type { Ingress } from '../features/webhooks/ingress.ts';
import type { WebhookSession } from '../features/webhooks/open-webhooks.ts';
import { clipboardMs, type SecretClipboard } from '../features/webhooks/register/clipboard.ts';
import { withWebhookDocuments } from '../features/webhooks/register/webhook-documents.ts';
import {
  forgetDocument,
  requireKnownKey,
  secretFacts,
  trustDocument,
} from '../features/webhooks/tunnels/host-key-documents.ts';
import {
  type ChooseKeyFile,
  keyFileDocument,
  keyFileServer,
} from '../features/webhooks/tunnels/key-file-document.ts';
import { tunnelDocument } from '../features/webhooks/tunnels/providers.ts';
import type { SecretActions, SecretEntryOptions } from './secret-entry.ts';
import type { SessionManager } from './session-manager.ts';
import { sessionOf } from './session-of.ts';

export interface WebhookBackendParts {
  /** The open profile, which is the one that the call is for. */
  readonly session: SessionManager['session'];
  readonly reception: Ingress;
  readonly trail: AuditTrail;
  /** null where the host has no clipboard of its own. */
  readonly clipboard: SecretClipboard | null;
  readonly ask: AskPerson;
  /** null where the host has no dialog of its own: then the path is typed in a document. */
  readonly chooseKeyFile: ChooseKeyFile | null;
  readonly clock: Clock;
  /** The profile as it is shown. */
  readonly profile: (id: string) => Pick<Profile, 'name' | 'environment'> | null;
}

export type WebhookBackend = Pick<
  BridgeBackend,
  'webhooks' | 'pastWebhooks' | 'deliveries' | 'forwarding' | 'tunnels' | 'revealSecret'
> &
  Pick<SecretActions, 'keepWebhookSecret' | 'keepTunnelSecret'> &
  Pick<SecretEntryOptions, 'tunnelFacts'> & {
    /** Throws Failed INVALID where it is not yet known whom the secret of a tunnel goes to. */
    requireTunnelSecret(tunnelId: string, name: TunnelSecretName): void;
  };

export function createWebhookBackend(parts: WebhookBackendParts): WebhookBackend {
  const { reception, trail, clipboard } = parts;

  const session = (profileId?: string): WebhookSession => {
    const { webhooks } = sessionOf(parts, profileId);
    if (webhooks !== null) return webhooks;
    reception.demand();
    throw new TypeError('The receiver is open, and the profile knows nothing of it.');
  };
  const withDocuments = createForwardDocuments(parts);
  const desk = () => reception.demand().desk;
  const nameOf = (profileId: string) => parts.profile(profileId)?.name ?? profileId;
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
    webhooks(asked) {
      const { webhooks } = session(asked);
      const { profileId } = parts.session();
      const ofProfile = () => session(profileId).webhooks;
      return withWebhookDocuments(parts.ask, nameOf(profileId), webhooks, ofProfile);
    },
    pastWebhooks: () => parts.session().pastWebhooks,
    deliveries() {
      const { profileId } = parts.session();
      const { deliveries } = session();
      return {
        ...deliveries,
        async checkAgain(slotPath) {
          const changed = await deliveries.checkAgain(slotPath);
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
    forwarding() {
      const { profileId } = parts.session();
      const ofProfile = () =>
        recordedForwarding(session(profileId).forwards, (action, facts) =>
          trail.recordFor(profileId, action, facts),
        );
      return withDocuments(nameOf(profileId), ofProfile(), ofProfile);
    },
    tunnels: () => ({
      list() {
        const profile = parts.profile(parts.session().profileId);
        const builtIn = profile?.environment === 'built-in';
        const sentence = 'Only the profile of the built-in sandbox can use this tunnel.';
        return {
          rows: desk()
            .list()
            .filter(({ kind }) => builtIn || kind !== 'sandbox'),
          unavailable: builtIn ? [] : [{ kind: 'sandbox' as const, sentence }],
          notices: desk().notices(),
        };
      },
      async add(settings) {
        desk().check(settings);
        return await parts.ask(
          tunnelDocument(settings, () => {
            const { id: tunnelId, kind, isWanted } = desk().add(settings);
            trail.record('tunnel.added', { tunnelId, kind });
            if (isWanted) trail.record('tunnel.opened', { tunnelId });
          }),
        );
      },
      open: (id) => recorded(desk().open(id), 'tunnel.opened', { tunnelId: id }),
      close: (id) => recorded(desk().close(id), 'tunnel.closed', { tunnelId: id }),
      async prove(id) {
        const shown = await desk().prove(id);
        trail.record('tunnel.proof', { tunnelId: id, state: shown.state });
        return shown;
      },
      remove: (id) => recorded(desk().remove(id), 'tunnel.removed', { tunnelId: id }),
      async chooseKeyFile(id) {
        const tunnel = desk().get(id);
        const server = keyFileServer(tunnel);
        const keep = async (path: string) => {
          const work = desk().keepKeyFile(id, path);
          await recorded(work, 'tunnel.key-file-chosen', { tunnelId: id });
        };
        const { chooseKeyFile } = parts;
        if (chooseKeyFile === null) return await parts.ask(keyFileDocument(tunnel, keep));
        const chosen = await chooseKeyFile(server);
        if (chosen !== null) await keep(chosen);
        return null;
      },
      forgetHostKey: async (id) =>
        await parts.ask(
          forgetDocument(desk().get(id), async () => {
            const facts = { tunnelId: id };
            await recorded(desk().forgetHostKey(id), 'tunnel.host-key-forgotten', facts);
          }),
        ),
      trustHostKey: async (id, fingerprint) =>
        await parts.ask(
          trustDocument(desk().get(id), fingerprint, async () => {
            const facts = { tunnelId: id, fingerprint };
            const work = desk().trustHostKey(id, fingerprint);
            await recorded(work, 'tunnel.host-key-trusted', facts);
          }),
        ),
    }),

    async revealSecret(id) {
      const { profileId } = parts.session();
      const { webhooks } = session();
      // Throws now where there is nothing to show.
      const { name, secret } = webhooks.get(id);
      if (secret !== 'held') webhooks.revealSecret(id);
      return await parts.ask({
        title: 'Webhook secret',
        facts: [
          ['Webhook', name ?? id],
          ['Profile', nameOf(profileId)],
        ],
        paragraphs: [
          'Anyone who has the secret can sign false deliveries that count as verified. Share it only with people who need to verify deliveries.',
        ],
        button: clipboard === null ? 'Show secret once' : 'Copy secret',
        async act() {
          const shown = session(profileId).webhooks.revealSecret(id);
          if (clipboard === null) return { label: 'Secret', secret: shown };
          await clipboard.copy(shown);
          const seconds = clipboardMs / 1_000;
          const sentence = `The secret was copied. Causeway clears it from the clipboard after ${seconds} seconds.`;
          return { sentence };
        },
      });
    },

    keepWebhookSecret: ({ webhookId, url, name }, secret) =>
      session().webhooks.adopt({ webhookId, url, name, secret }),
    tunnelFacts(tunnelId, name) {
      const tunnel = desk()
        .list()
        .find(({ id }) => id === tunnelId);
      return tunnel === undefined ? undefined : secretFacts(tunnel, name);
    },
    requireTunnelSecret: (tunnelId, name) => requireKnownKey(desk().get(tunnelId), name),
    async keepTunnelSecret(tunnelId, name, secret) {
      requireKnownKey(desk().get(tunnelId), name);
      await desk().keepSecret(tunnelId, name, secret);
      trail.record('tunnel.secret-entered', { tunnelId, name });
      return 'Stored. The tunnel now uses it.';
    },
  };
}
