/** Main's own documents that admit a relay: its card is pasted, and its key compared. */
import { groupsOfFour } from '../../../contract/addresses/groups.ts';
import { type Random, randomHex } from '../../../platform/random.ts';
import { readRelayCard } from '../../../team-log/relay-card.ts';
import type { Confirmation } from '../../core/feature/confirmation.ts';
import type { Admitted } from '../../features/team/membership-acts.ts';
import type { Team } from '../../features/team/team.ts';
import {
  type PublicOriginRules,
  readPublicOrigin,
} from '../../features/webhooks/tunnels/public-origin.ts';
import { TunnelError } from '../../features/webhooks/tunnels/tunnel.ts';
import { invalid } from './database-fields.ts';
import { lastsMs, later, profileFact } from './document-parts.ts';

export function relayDocument(
  team: () => Team,
  random: Random,
  rules: PublicOriginRules,
): Confirmation {
  return {
    title: 'Admit a relay',
    facts: [profileFact(team())],
    paragraphs: [
      'A relay receives webhooks for the whole team. It reads the deliveries that it receives, and holds the secrets of its webhooks. It can’t read the team’s records, notes or requests.',
      'Paste the card that it printed at its start, and enter the public URL under which the service reaches it.',
    ],
    fields: [
      {
        name: 'card',
        label: 'Card of the relay',
        isOpen: true,
        isLong: true,
        help: 'It starts with causeway-relay-1.',
      },
      {
        name: 'url',
        label: 'Public URL',
        isOpen: true,
        help: 'For example https://hooks.example.com',
      },
    ],
    button: 'Continue',
    lastsMs,
    act(fields) {
      const card = readRelayCard(fields.get('card') ?? '');
      if (card === null)
        throw invalid('Paste the whole card of the relay. It starts with causeway-relay-1.');
      return {
        next: confirmRelay(
          team,
          {
            ...card,
            url: originOf(fields.get('url') ?? '', rules),
            person: null,
            personName: null,
          },
          random,
        ),
      };
    },
  };
}

function confirmRelay(team: () => Team, card: Admitted, random: Random): Confirmation {
  return {
    title: `Admit the relay “${card.name}”?`,
    facts: [
      profileFact(team()),
      ['Relay', card.name],
      ['Public URL', card.url ?? ''],
      ['Its key', keyText(card.signing)],
    ],
    paragraphs: [
      'Compare the key with the one that the relay printed under its card. If someone replaced the card on its way, they would receive the team’s deliveries.',
    ],
    button: 'Admit relay',
    lastsMs,
    async act() {
      const isSent = await team().admit(card, 'relay', randomHex(random, 32));
      return {
        title: 'Relay admitted',
        sentence: `“${card.name}” receives for the team now.${later(isSent)}`,
      };
    },
  };
}

/** As the relay prints it under its card. */
const keyText = (publicKey: string): string => groupsOfFour(publicKey).join(' ');

/** Throws Failed INVALID. */
function originOf(typed: string, rules: PublicOriginRules): string {
  try {
    return readPublicOrigin(typed, rules);
  } catch (error) {
    throw error instanceof TunnelError ? invalid(error.message) : error;
  }
}
