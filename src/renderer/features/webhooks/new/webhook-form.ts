/** Checks what was typed for a new webhook, and makes the request of it (Interface 4.4). */
import type { SecretEntryPurpose } from '../../../../bridge/vault.ts';
import type { OfferedUrl } from '../../../../bridge/webhooks.ts';
import type { CreateWebhookInput } from '../../../../contract/webhook.ts';
import type { Checks } from '../../../components/draft/use-draft-form.ts';
import { knownEvents } from '../event-groups.ts';
import { newWebhookTexts } from './texts.ts';
import type { WebhookValues } from './webhook-values.ts';

/** Only the prefix is said (Interface 2.6). */
const webhookIdPattern = /^webhook_\S+$/;

interface ExistingValues {
  id: string;
  url: string;
  name: string;
}

export const existingChecks = {
  id: (id: string): string | null =>
    webhookIdPattern.test(id.trim()) ? null : newWebhookTexts.existing.problems.id,
  url: (url: string): string | null => urlProblem(url, newWebhookTexts.existing.problems.url),
};

/** What the document for the secret is opened for. */
export const existingPurposeOf = (
  values: ExistingValues,
  profileId: string,
): SecretEntryPurpose => ({
  purpose: 'webhook-secret',
  profileId,
  webhookId: values.id.trim(),
  url: cleanUrl(values.url),
  name: values.name.trim() || null,
});

const { problems } = newWebhookTexts;

export const webhookChecks: Checks<WebhookValues> = {
  name: (name) => (name.trim() === '' ? problems.name : null),
  url: (text) => urlProblem(text, problems.url),
  events: (events) => (knownEvents(events).length === 0 ? problems.events : null),
};

/** Space inside a pasted address is never part of it. */
export const cleanUrl = (text: string): string => text.replace(/\s+/g, '');

/** An https address without user and password; anything else is the problem. */
export function urlProblem(text: string, notHttps: string): string | null {
  const url = URL.parse(cleanUrl(text));
  if (url === null || url.protocol !== 'https:') return notHttps;
  return url.username === '' && url.password === '' ? null : problems.urlCredentials;
}

/** The request; a blank description is left out (decisions 25). */
export function webhookInputOf(values: WebhookValues): CreateWebhookInput {
  const description = values.description.trim();
  return {
    name: values.name.trim(),
    ...(description === '' ? {} : { description }),
    url: cleanUrl(values.url),
    events: knownEvents(values.events),
  };
}

/** The offered address that was typed or chosen; null for one that leads elsewhere. */
export const offeredFor = (url: string, addresses: readonly OfferedUrl[]): OfferedUrl | null =>
  addresses.find((address) => address.url === cleanUrl(url)) ?? null;

/** The best address to begin with: proven, and one that lasts before one that changes. */
export function bestUrl(addresses: readonly OfferedUrl[]): OfferedUrl | null {
  const proven = addresses.filter(({ state }) => state === 'proven');
  return proven.find(({ lasts }) => lasts) ?? proven[0] ?? null;
}
