/** What an answer teaches here: the journal's own lesson, and where it departs from what was sent. */
import type { Mismatch } from '../../../bridge/virtual-accounts.ts';
import { isJsonObject } from '../../../contract/scalars.ts';
import { sha256Hex } from '../../../platform/canonical-json.ts';
import { type Clock, isoNow } from '../../../platform/clock.ts';
import { effectsOf } from '../intents/response-effects.ts';
import { contentOf } from '../intents/similar-intents.ts';
import type { AuditNote, Intent, Intents, ResponseEffects } from '../intents/types.ts';
import type { Answered } from '../service/outcomes.ts';
import { mismatchesOf } from './mismatches.ts';
import { isSameEmail } from './same-value.ts';
import { textAt } from './values.ts';

/** Sentences on where the answer departs from the input. */
type MismatchReader = (answer: Answered, input: Record<string, unknown>) => readonly string[];

/** The type is all that an answer has to repeat of a customer (Interface 2.1); more of it has to match too. */
export const customerMismatches: MismatchReader = (answer, input) =>
  Object.entries(customerWords).flatMap(([path, words]) => {
    const sent = textAt(input, path);
    const received = textAt(answer.resource.body, path);
    if (sent === null || received === null || sent === received) return [];
    if (path === 'email' && isSameEmail(sent, received)) return [];
    return [`The ${words} in the request was ${sent}; in the response it is ${received}.`];
  });

const customerWords = {
  type: 'type',
  email: 'email',
  phone: 'phone',
  'personalInformation.firstName': 'first name',
  'personalInformation.lastName': 'last name',
};

interface AsSent extends Pick<Intent, 'fingerprint'> {
  readonly input: unknown;
}

/**
 * Whether one customer in the responses for both is a mismatch. The same content sent again asks for the same
 * customer, unless it has no email: then nothing tells two customers apart.
 */
export const isOfTwoCustomers = (before: AsSent, sent: AsSent): boolean => {
  if (textAt(sent.input, 'email') === null) return true;
  // An input that was reduced after its time keeps its fingerprint.
  if (textAt(before.input, 'email') === null) return before.fingerprint !== sent.fingerprint;
  const [one, other] = [before, sent].map(({ input }) =>
    contentOf(isJsonObject(input) ? input : {}).normalize('NFC'),
  );
  return one !== other;
};

const sharedCustomer =
  'The service returned this customer for another request too. Check with the service which of them it is before you create an account.';

/** For `onAnswer` of a customer: all mismatches of the answer. */
export const customerEffects =
  (intents: Pick<Intents, 'answeredBefore'>, clock: Clock) =>
  (answer: Answered, intent: Intent): ResponseEffects => {
    const before = intents.answeredBefore(intent, answer.resource.id);
    const isShared = before !== null && isOfTwoCustomers(before, intent);
    const shared = isShared ? [sharedCustomer] : [];
    return effectsWith((...read) => [...customerMismatches(...read), ...shared], clock)(
      answer,
      intent,
    );
  };

/** For `onAnswer`: the mismatches stand as deviations of the create answer, for good. */
const effectsWith =
  (mismatches: MismatchReader, clock: Clock) =>
  (answer: Answered, intent: Intent): ResponseEffects => {
    const lesson = effectsOf(intent, answer, isoNow(clock));
    const input = isJsonObject(intent.input) ? intent.input : {};
    const found = mismatches(answer, input);
    return {
      ...lesson,
      observations: lesson.observations.map((observation) =>
        observation.source === 'create-answer'
          ? { ...observation, deviations: [...(observation.deviations ?? []), ...found] }
          : observation,
      ),
    };
  };

/**
 * For `onAnswer` of a virtual account (decisions 27 and 21): where the answer departs, the audit log
 * says what was sent and what came, in the transaction that keeps the account.
 */
export const virtualAccountEffects =
  (clock: Clock) =>
  (answer: Answered, intent: Intent): ResponseEffects => {
    const entered = isJsonObject(intent.input) ? intent.input : {};
    const found = mismatchesOf({ body: answer.resource.body, entered });
    const sentences = found.map(({ sentence }) => sentence);
    const lesson = effectsWith(() => sentences, clock)(answer, intent);
    return found.length === 0 ? lesson : { ...lesson, audit: [evidenceOf(answer, intent, found)] };
  };

/** Facts by field; the digest tells whether the answer that is kept is the one that came. */
function evidenceOf(
  { resource, requestId, status, bytes }: Answered,
  intent: Intent,
  found: readonly Mismatch[],
): AuditNote {
  const differences = found.map(({ field, sent, received }) => [
    field,
    { sent: shortened(sent), received: shortened(received) },
  ]);
  return {
    action: 'virtual-account.mismatch',
    facts: {
      virtualAccountId: resource.id,
      intentKey: intent.key,
      requestId,
      status,
      answerSha256: sha256Hex(bytes),
      differences: Object.fromEntries(differences),
    },
  };
}

/** What came may be of any length; the whole of it is kept with the answer. */
const shortened = (text: string | null): string | null => text?.slice(0, 300) ?? null;
