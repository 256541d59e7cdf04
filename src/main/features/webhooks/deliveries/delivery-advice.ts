/** Why a delivery is verified or not, and what to do. */
import type { Advice } from '../../../../bridge/webhooks.ts';
import type { SignatureCheck } from '../signature-checks/types.ts';

export interface AdviceFacts {
  readonly verdict: SignatureCheck;
  /** The webhook of the path; null where there is none. */
  readonly webhookId: string | null;
  /** Names of the webhook whose secret matched. */
  readonly nameOf: (webhookId: string) => string;
  readonly isLocked: boolean;
  readonly isSecretLost: boolean;
}

export function deliveryAdvice(facts: AdviceFacts): Advice {
  const { verdict, nameOf } = facts;
  const say = (tone: Advice['tone'], sentence: string, whatToDo: string | null): Advice => ({
    code: verdict.kind,
    tone,
    sentence,
    whatToDo,
  });
  const by = verdict.fingerprint === null ? '' : ` (secret ${verdict.fingerprint})`;
  switch (verdict.kind) {
    case 'genuine':
      return say(
        'info',
        `Verified: signed with the webhook’s secret${by}, over the exact bytes.`,
        null,
      );
    case 'genuine-reserialised':
      return say(
        'info',
        `Verified: the signature matches the JSON, but not the exact bytes${by}. A proxy rewrote the JSON, or the service signs another form of it.`,
        'Causeway reads and forwards the form that was signed. If your proxy changes bodies, configure it to pass them on unchanged.',
      );
    case 'duplicate-keys':
      return say(
        'problem',
        `The body contains a key twice, and its exact bytes were not signed with any secret that Causeway stores${by}. Causeway can’t tell which value is right, so it rejected the delivery.`,
        'Someone may have added false values to a verified delivery. If the service sends such bodies itself, contact its support.',
      );
    case 'other-webhook':
      return say(
        'warning',
        `Signed with the secret of your other webhook “${nameOf(verdict.webhookId ?? '')}”${by}. Causeway rejected the delivery here.`,
        'Check whether the URLs or secrets of two webhooks were swapped.',
      );
    case 'wrong':
      return say('problem', ...wrong(facts, by));
    case 'missing':
      return say(
        'problem',
        'The delivery has no signature, so its sender is unknown. Causeway rejected it.',
        'The service signs every delivery. If this is your own test, do nothing. If your proxy removes the “signature” header, configure it to pass the header on.',
      );
    case 'not-yet-judged':
      return say('info', ...notYet(facts));
  }
}

function wrong({ webhookId }: AdviceFacts, by: string): [string, string] {
  if (webhookId === null) {
    return [
      'No webhook with this URL is known to Causeway, so it has no secret to check the delivery with. Causeway rejected the delivery.',
      'If a webhook with this URL was created outside Causeway, import it with its ID and secret.',
    ];
  }
  return [
    `The signature does not match any secret that Causeway stores, or the bytes were changed in transit. Causeway tried this webhook’s secret first${by} and rejected the delivery.`,
    'If every delivery of this webhook is invalid, its secret in Causeway is wrong: enter it again. If only some are, look for a proxy that changes bodies. Otherwise, someone else sent them.',
  ];
}

function notYet({ isLocked, isSecretLost }: AdviceFacts): [string, string] {
  if (isLocked) {
    return [
      'The delivery arrived while the vault was locked. It is stored encrypted, and Causeway checks its signature once the vault is unlocked.',
      'Unlock Causeway.',
    ];
  }
  if (isSecretLost) {
    return [
      'The response with this webhook’s secret was lost, so the delivery can’t be verified. It is stored encrypted.',
      'Ask the service’s support for the secret and import the webhook with it, or create another webhook.',
    ];
  }
  return [
    'The webhook’s secret is not known yet. The delivery is stored encrypted, and Causeway checks its signature once the secret is known.',
    'If the webhook was created outside Causeway, import it with its ID and secret.',
  ];
}
