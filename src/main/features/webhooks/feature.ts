/** Webhooks of a profile, their deliveries, and where those go on to; the tunnels they come through. */
import { implement } from '@orpc/server';
import { deliveriesContract } from '../../../bridge/deliveries.ts';
import { webhooksContract } from '../../../bridge/webhooks.ts';
import { createWebhookInput } from '../../../contract/webhook.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { AuditTrail } from '../../core/audit/types.ts';
import { requirePast } from '../../core/creates/known-reads.ts';
import { textAt } from '../../core/creates/values.ts';
import type { AskPerson } from '../../core/feature/confirmation.ts';
import type { ApiOfProfile, Feature, Routes } from '../../core/feature/feature.ts';
import { offerWrite } from '../../core/feature/offered-write.ts';
import type { Log } from '../../core/foundation/log.ts';
import type { Profile } from '../../core/profiles/profile-file.ts';
import { createForwardDocuments } from './forwarding/forwarding-documents.ts';
import { forwardingProcedures, recordedForwarding } from './forwarding/forwarding-procedures.ts';
import { forwardingMigrations } from './forwarding/migrations.ts';
import type { Ingress } from './ingress.ts';
import { intakeMigrations } from './intake/intake.ts';
import { type OpenWebhooks, openWebhooks } from './open-webhooks.ts';
import { clipboardMs, type SecretClipboard } from './register/clipboard.ts';
import { createPastWebhooks, type PastWebhooks } from './register/past-webhooks.ts';
import { registerMigrations } from './register/secret-book.ts';
import type { Webhooks } from './register/types.ts';
import { withWebhookDocuments } from './register/webhook-documents.ts';
import type { ChooseKeyFile } from './tunnels/key-file-document.ts';
import { tunnelProcedures } from './tunnels/tunnel-procedures.ts';

export interface WebhooksApi {
  readonly profileId: string;
  /** null while deliveries can't be received. */
  readonly open: OpenWebhooks | null;
  /** Throws Failed LOCKED or INVALID while deliveries can't be received. */
  demand(): OpenWebhooks;
  readonly past: PastWebhooks;
}

/** What it uses of the installation. */
export interface WebhooksInstalled {
  readonly ingress: Ingress;
  readonly trail: AuditTrail;
  readonly ask: AskPerson;
  readonly clipboard: SecretClipboard | null;
  readonly chooseKeyFile: ChooseKeyFile | null;
  /** The profile as it is shown. */
  readonly profile: (id: string) => Pick<Profile, 'name' | 'environment'> | null;
  readonly clock: Clock;
  readonly log: Pick<Log, 'error'>;
}

type Areas = 'webhooks' | 'deliveries' | 'tunnels' | 'forwarding';

const deliveries = implement(deliveriesContract);

export const webhooksFeature: Feature<Areas, WebhooksApi, unknown, WebhooksInstalled> = {
  migrations: [...intakeMigrations, ...forwardingMigrations, ...registerMigrations],

  async open(core, _uses, { ingress }) {
    const opened = ingress.current();
    const open =
      opened === null
        ? null
        : await openWebhooks({ ...core, ingress: opened, receiver: ingress.receiver });
    const api: WebhooksApi = {
      profileId: core.profile.id,
      open,
      demand() {
        if (open !== null) return open;
        ingress.demand();
        throw new TypeError('The receiver is open, and the profile knows nothing of it.');
      },
      past: createPastWebhooks({
        ...core,
        requirePast: (knownAt) => requirePast(core.clock, knownAt),
      }),
    };
    const create = offerWrite({
      operation: 'createWebhook',
      input: createWebhookInput,
      by: () => api.demand().webhooks,
      titleOf: (input) => textAt(input, 'url') ?? '',
      notAgain:
        'Causeway does not send a webhook again with the same URL: if the first one exists after all, you could not tell the two apart. Create another webhook at a new URL.',
    });
    return { api, writes: [create], close: () => open?.close() };
  },

  procedures(api, installed) {
    const { ingress, trail, log } = installed;
    const withDocuments = createForwardDocuments(installed);
    const profile = () => {
      const id = api().profileId;
      return { id, name: installed.profile(id)?.name ?? id };
    };
    return {
      webhooks: webhookProcedures({
        ...installed,
        webhooks: (id) => api(id).demand().webhooks,
        past: () => api().past,
        profile,
      }),
      deliveries: {
        list: deliveries.list.handler(({ input }) => api().demand().deliveries.list(input)),
        get: deliveries.get.handler(({ input: { arrival, whole } }) =>
          api().demand().deliveries.get(arrival, whole),
        ),
        checkAgain: deliveries.checkAgain.handler(async ({ input: { slotPath } }) => {
          const { profileId, demand } = api();
          const changed = await demand().deliveries.checkAgain(slotPath);
          trail.recordFor(profileId, 'deliveries.judged-again', { slotPath, changed });
          return { changed };
        }),
        rebuild: deliveries.rebuild.handler(() => {
          const { profileId, demand } = api();
          const progress = demand().deliveries.rebuild();
          trail.recordFor(profileId, 'deliveries.rebuild-begun');
          return progress;
        }),
        rebuildProgress: deliveries.rebuildProgress.handler(() =>
          api().demand().deliveries.rebuildProgress(),
        ),
      },
      tunnels: tunnelProcedures({
        ...installed,
        tunnelManager: () => ingress.demand().tunnelManager,
        profile: () => installed.profile(api().profileId),
      }),
      forwarding: forwardingProcedures(() => {
        const { id, name } = profile();
        const ofProfile = () =>
          recordedForwarding(
            api(id).demand().forwards,
            (action, facts) => trail.recordFor(id, action, facts),
            log,
          );
        return withDocuments(name, ofProfile(), ofProfile);
      }),
    };
  },
};

/** Webhooks as the page may ask for them. An address elsewhere and a secret are a person's word. */
interface WebhookProceduresParts {
  /** Throws while deliveries can't be received. */
  readonly webhooks: ApiOfProfile<Webhooks>;
  /** Readable while deliveries can't be received, too. */
  readonly past: ApiOfProfile<PastWebhooks>;
  /** The open profile. */
  readonly profile: ApiOfProfile<{ readonly id: string; readonly name: string }>;
  readonly ask: AskPerson;
  /** null where the host has no clipboard of its own. */
  readonly clipboard: SecretClipboard | null;
}

const webhooks = implement(webhooksContract);

function webhookProcedures(parts: WebhookProceduresParts): Routes<'webhooks'>['webhooks'] {
  const { webhooks: of, past, ask, clipboard } = parts;

  async function revealSecret(webhookId: string): Promise<string | null> {
    const profile = parts.profile();
    // Throws now where there is nothing to show.
    const { name, secret } = of().get(webhookId);
    if (secret !== 'held') of().revealSecret(webhookId);
    return await ask({
      title: 'Webhook secret',
      facts: [
        ['Webhook', name ?? webhookId],
        ['Profile', profile.name],
      ],
      paragraphs: [
        'Anyone who has the secret can sign false deliveries that count as verified. Share it only with people who need to verify deliveries.',
      ],
      button: clipboard === null ? 'Show secret once' : 'Copy secret',
      async act() {
        const shown = of(profile.id).revealSecret(webhookId);
        if (clipboard === null) return { label: 'Secret', secret: shown };
        await clipboard.copy(shown);
        const seconds = clipboardMs / 1_000;
        const sentence = `The secret was copied. Causeway clears it from the clipboard after ${seconds} seconds, but not from a clipboard history that the system keeps.`;
        return { sentence };
      },
    });
  }

  return {
    list: webhooks.list.handler(() => of().list()),
    get: webhooks.get.handler(({ input }) => of().get(input.id)),
    past: {
      list: webhooks.past.list.handler(({ input, signal }) => past().list(input.knownAt, signal)),
      get: webhooks.past.get.handler(({ input, signal }) =>
        past().get(input.id, input.knownAt, signal),
      ),
    },
    prepare: webhooks.prepare.handler(() => of().prepare()),
    create: webhooks.create.handler(({ input: { profileId, ...creation } }) => {
      const found = of(profileId);
      const { id, name } = parts.profile();
      return withWebhookDocuments(ask, name, found, () => of(id)).create(creation);
    }),
    refresh: webhooks.refresh.handler(({ input }) => of(input.profileId).refresh(input.id)),
    revealSecret: webhooks.revealSecret.handler(async ({ input }) => ({
      path: await revealSecret(input.id),
    })),
  };
}
