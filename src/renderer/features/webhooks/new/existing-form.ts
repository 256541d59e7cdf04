/** Checks what was typed for a webhook that exists already. */
import type { SecretEntryPurpose } from '../../../../bridge/vault.ts';
import { newWebhookTexts } from './texts.ts';
import { cleanUrl, urlProblem } from './webhook-form.ts';

const { problems } = newWebhookTexts.existing;

/** Only the prefix is said (Interface 2.6). */
const webhookIdPattern = /^webhook_\S+$/;

export interface ExistingValues {
  id: string;
  url: string;
  name: string;
}

export const existingChecks = {
  id: (id: string): string | null => (webhookIdPattern.test(id.trim()) ? null : problems.id),
  url: (url: string): string | null => urlProblem(url, problems.url),
};

/** What the document for the secret is opened for. */
export const existingPurposeOf = (values: ExistingValues): SecretEntryPurpose => ({
  purpose: 'webhook-secret',
  webhookId: values.id.trim(),
  url: cleanUrl(values.url),
  name: values.name.trim() || null,
});
