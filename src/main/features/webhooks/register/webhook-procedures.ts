/** Webhooks as the page may ask for them. An address elsewhere and a secret are a person's word. */
import { implement } from '@orpc/server';
import { webhooksContract } from '../../../../bridge/webhooks.ts';
import type { AskPerson } from '../../../core/feature/confirmation.ts';
import type { Of, Routes } from '../../../core/feature/feature.ts';
import { clipboardMs, type SecretClipboard } from './clipboard.ts';
import type { PastWebhooks } from './past-webhooks.ts';
import type { Webhooks } from './types.ts';
import { withWebhookDocuments } from './webhook-documents.ts';

export interface WebhookProceduresParts {
  /** Throws while deliveries can't be received. */
  readonly webhooks: Of<Webhooks>;
  /** Readable while deliveries can't be received, too. */
  readonly past: Of<PastWebhooks>;
  /** The open profile. */
  readonly profile: Of<{ readonly id: string; readonly name: string }>;
  readonly ask: AskPerson;
  /** null where the host has no clipboard of its own. */
  readonly clipboard: SecretClipboard | null;
}

const webhooks = implement(webhooksContract);

export function webhookProcedures(parts: WebhookProceduresParts): Routes<'webhooks'>['webhooks'] {
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
