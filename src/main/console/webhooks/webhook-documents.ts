/** Webhooks as the page may ask for them: an address that is no path of an open tunnel, a person confirms. */
import type { BridgeWebhooks } from '../../bridge/backend.ts';
import { Failed } from '../../intents/failed.ts';
import type { Creation, Webhooks } from '../../webhooks/register/types.ts';
import type { AskPerson, Confirmation } from '../confirmation.ts';

/**
 * `webhooks` are those of the profile that is open now, `ofProfile` gives them when the person has
 * confirmed: it throws when another profile is open by then. A path of an open tunnel is not asked about:
 * a person has confirmed the tunnel.
 */
export const withWebhookDocuments = (
  ask: AskPerson,
  profile: string,
  webhooks: Webhooks,
  ofProfile: () => Webhooks,
): BridgeWebhooks => ({
  ...webhooks,
  async create(creation) {
    if (!webhooks.leadsElsewhere(creation)) {
      return { webhook: await webhooks.create(creation), path: null };
    }
    await webhooks.demandCreatable(creation);
    return { webhook: null, path: await ask(webhookDocument(profile, creation, ofProfile)) };
  },
});

const alikeMeanwhile =
  'A webhook like this one came to be meanwhile, so nothing was sent. Begin again in Causeway.';

function webhookDocument(
  profile: string,
  creation: Creation,
  ofProfile: () => Webhooks,
): Confirmation {
  const { name, description, url, events } = creation.input;
  const { host } = new URL(url);
  return {
    title: 'Create webhook',
    facts: [
      // Texts of any length come after it, and what looks like a known host may be in another script.
      ['Address', url],
      ['Host', host],
      ['Profile', profile],
      ['Events', events.join(', ')],
      ['Name', name],
      ...(description === undefined ? [] : [['Description', description] as const]),
    ],
    paragraphs: [
      'The service sends these events to that address from now on, with the personal data in them. It leads to no path of this computer.',
      'It takes one of ten places for good: nothing here can change or delete a webhook.',
    ],
    button: 'Create webhook',
    async act() {
      try {
        await ofProfile().create(creation);
        return { sentence: 'The webhook is created.' };
      } catch (error) {
        if (!(error instanceof Failed)) throw error;
        // What would be asked is asked in the form.
        if (error.code === 'ASKS_FIRST') return { title: 'Not created', sentence: alikeMeanwhile };
        // Once it was sent, the button would send nothing more.
        if (ofProfile().leadsElsewhere(creation)) throw error;
        const title = error.code === 'UNKNOWN_OUTCOME' ? 'It may exist' : 'Not created';
        return { title, sentence: error.message };
      }
    },
  };
}
