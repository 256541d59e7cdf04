/** Why a delivery is or can't be proved, and what to do. */
import type { Advice } from '../../../bridge/webhooks.ts';
import type { Verdict } from '../verdicts/types.ts';

export interface AdviceFacts {
  readonly verdict: Verdict;
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
      return say('info', `Genuine: signed with its webhook’s secret${by}, byte for byte.`, null);
    case 'genuine-reserialised':
      return say(
        'info',
        `Genuine: its signature matches the JSON, but not the bytes as they came${by}. Something on the way has written the JSON anew, or the service signs another spelling.`,
        'What is read and forwarded is the form that was signed. If a proxy of yours changes bodies, let it pass them on unchanged.',
      );
    case 'duplicate-keys':
      return say(
        'problem',
        `Its body names a key twice, and its exact bytes were signed with no secret that is held here${by}. Which of the two values was meant can’t be told, so it was refused.`,
        'Somebody who knows a genuine delivery may have put false values into it. If the service itself sends such bodies, tell its support.',
      );
    case 'other-webhook':
      return say(
        'warning',
        `Signed by the service, but with the secret of another webhook of yours, “${nameOf(verdict.webhookId ?? '')}”${by}. It was refused here.`,
        'See whether two webhooks were given each other’s address or secret.',
      );
    case 'wrong':
      return say('problem', ...wrong(facts, by));
    case 'missing':
      return say(
        'problem',
        'It carries no signature, so nobody can say who sent it. It was refused.',
        'The service signs everything. If it comes from a test of your own, nothing is to be done; a proxy that cuts the “signature” header has to let it through.',
      );
    case 'not-yet-judged':
      return say('info', ...notYet(facts));
  }
}

function wrong({ webhookId }: AdviceFacts, by: string): [string, string] {
  if (webhookId === null) {
    return [
      'No webhook is known under this address, so there is no secret to check it with. It was refused.',
      'If a webhook was created elsewhere with this address, add it with its id and secret.',
    ];
  }
  return [
    `Its signature was made with no secret that is held here, or its bytes were changed on the way. It was tried with this webhook’s secret first${by}. It was refused.`,
    'If every delivery of this webhook looks like this, its secret here is not the right one: enter it again. If only some do, look for a proxy that changes bodies. Otherwise somebody else sent it.',
  ];
}

function notYet({ isLocked, isSecretLost }: AdviceFacts): [string, string] {
  if (isLocked) {
    return [
      'It arrived while secrets were locked. It is stored sealed and judged as soon as they are there.',
      'Unlock Causeway.',
    ];
  }
  if (isSecretLost) {
    return [
      'The answer that held this webhook’s secret was lost, so it can’t be proved. It is stored sealed.',
      'Add the webhook with its secret, if the service’s support can give it; or create another one.',
    ];
  }
  return [
    'The secret of its webhook is not known yet. It is stored sealed and judged as soon as it is.',
    'If the webhook was created elsewhere, add it with its id and secret.',
  ];
}
