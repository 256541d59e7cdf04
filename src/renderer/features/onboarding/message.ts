/** What is still needed of a customer, as a text to send to them. It holds nothing of them but the name. */
import type { CustomerDetail } from '../../../bridge/customers.ts';
import type { OnboardingView } from '../../../bridge/onboarding.ts';
import { asSeen } from '../../format/hidden-characters.ts';
import { formatCriterion } from '../../format/words.ts';
import { formatError } from '../customers/checklist.ts';
import { onboardingTexts } from './texts.ts';

const texts = onboardingTexts.message;

type Customer = Pick<CustomerDetail, 'name' | 'isOwnName' | 'email' | 'verificationProfiles'>;

/** Criteria that are held here already are not asked for again: they wait on us. */
export function messageTo(
  customer: Customer,
  { profiles }: Pick<OnboardingView, 'profiles'>,
): string | null {
  const asked = profiles.flatMap(({ required, held }) =>
    required.filter((criterion) => !held.includes(criterion)),
  );
  const needed = [...new Set(asked)].map(
    (criterion) => texts.criteria[criterion] ?? asSeen(formatCriterion(criterion)),
  );
  const errors = customer.verificationProfiles.flatMap((profile) => profile.errors);
  const problems = [...new Set(errors.map((error) => asSeen(formatError(error))))];
  if (needed.length === 0 && problems.length === 0) return null;
  const list = (items: readonly string[]) => items.map((item) => `- ${item}`).join('\n');
  return [
    texts.greeting(nameOf(customer)),
    ...(needed.length === 0 ? [] : [texts.needed, list(needed)]),
    ...(problems.length === 0 ? [] : [texts.problems, list(problems)]),
    texts.ending,
    texts.regards,
  ].join('\n\n');
}

/** Who a copied message is for, above it: the ID tells apart who are called the same. */
export function recipientOf(customer: Customer & Pick<CustomerDetail, 'id'>): string {
  const name = nameOf(customer);
  return name === null ? asSeen(customer.id) : `${name} (${asSeen(customer.id)})`;
}

/** The customer's own: an own name of ours is not for them to read, and an email is no name. */
function nameOf({ name, isOwnName, email }: Customer): string | null {
  return name === null || isOwnName || name === email ? null : asSeen(name);
}
