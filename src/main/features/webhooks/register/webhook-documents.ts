/** Webhooks as the page may ask for them: an address that is no path of an open tunnel, a person confirms. */
import type { WebhookDetail } from '../../../../bridge/webhooks.ts';
import type { AskPerson, Confirmation } from '../../../core/feature/confirmation.ts';
import { Failed } from '../../../core/intents/failed.ts';
import type { Creation, Webhooks } from './types.ts';

/** Webhooks as the page uses them: what leads elsewhere or to the team asks a person first. */
export interface BridgeWebhooks extends Omit<Webhooks, 'create'> {
  /** `path` as AskPerson, with a webhook of null: it was asked for. */
  create(
    ...of: Parameters<Webhooks['create']>
  ): Promise<{ readonly webhook: WebhookDetail | null; readonly path: string | null }>;
}

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
    if (!asksFirst(webhooks, creation)) {
      return { webhook: await webhooks.create(creation), path: null };
    }
    await webhooks.requireCreatable(creation);
    return { webhook: null, path: await ask(webhookDocument(profile, creation, ofProfile)) };
  },
});

const asksFirst = (webhooks: Webhooks, creation: Creation): boolean =>
  webhooks.leadsElsewhere(creation) || webhooks.leadsToTeam(creation);

const elsewhere =
  'The service will send these events, including personal data, to this URL. The URL does not lead to a path of this computer.';
const toTeam =
  'The service will send these events, including personal data, to the team’s relay, which encrypts them for all members of the team. The webhook’s secret goes to the computers of the team’s owners and operators, and to its relays, so that they can verify deliveries.';

const alikeMeanwhile =
  'A webhook like this was created in the meantime, so nothing was sent. Start over in Causeway.';

const notReached =
  'This computer’s network can’t reach the relay’s URL, so Causeway could not check that deliveries arrive, and nothing was sent. Create the webhook from a network that reaches it.';

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
      ['URL', url],
      ['Host', host],
      ['Profile', profile],
      ['Events', events.join(', ')],
      ['Name', name],
      ...(description === undefined ? [] : [['Description', description] as const]),
    ],
    paragraphs: [
      ofProfile().leadsToTeam(creation) ? toTeam : elsewhere,
      'This uses one of 10 webhooks. You can’t change or delete it in Causeway.',
    ],
    button: 'Create webhook',
    async act() {
      try {
        await ofProfile().create(creation);
        return { sentence: 'The webhook was created.' };
      } catch (error) {
        return notCreated(error, () => asksFirst(ofProfile(), creation));
      }
    },
  };
}

/** What the document says then. Throws what its button can do again. */
function notCreated(error: unknown, canTryAgain: () => boolean) {
  if (!(error instanceof Failed)) throw error;
  // What would be asked is asked in the form.
  if (error.code === 'ASKS_FIRST') {
    const sentence = error.data.cause === 'not-provable' ? notReached : alikeMeanwhile;
    return { title: 'Not created', sentence };
  }
  // Once it was sent, the button would send nothing more.
  if (canTryAgain()) throw error;
  const title = error.code === 'UNKNOWN_OUTCOME' ? 'The webhook may exist' : 'Not created';
  return { title, sentence: error.message };
}
