/**
 * Links to records: `causeway://open/<kind>/<id>`, and `?profile=<id or name>` where one is meant
 * (docs/hosts.md). A link opens a screen and does nothing else. Without zod, because the page reads it too.
 */
import { isIdOf } from '../contract/patterns.ts';

export const linkScheme = 'causeway';

export const linkKinds = [
  'customer',
  'virtual-account',
  'bank-account',
  'payout',
  'wallet',
  'address',
  'payment-link',
  'webhook',
  'event',
  'request',
  'screen',
] as const;
export type LinkKind = (typeof linkKinds)[number];

export interface RecordLink {
  readonly kind: LinkKind;
  /** ID of the record; name of the screen. */
  readonly id: string;
  /** ID or name of a profile; null is the one that is open. */
  readonly profile: string | null;
}

export const maxLinkLength = 512;

/** IDs of payouts and events may hold anything; those that need no escape in an address have links. */
const plainId = /^(?!\.+$)[\w.:+@~-]{1,200}$/;

const idFits: Readonly<Record<LinkKind, (id: string) => boolean>> = {
  customer: (id) => isIdOf('customer', id),
  'virtual-account': (id) => isIdOf('virtualAccount', id),
  'bank-account': (id) => isIdOf('bankAccount', id),
  payout: (id) => plainId.test(id),
  wallet: (id) => plainId.test(id),
  address: (id) => plainId.test(id),
  'payment-link': (id) => plainId.test(id),
  webhook: (id) => isIdOf('webhook', id),
  event: (id) => plainId.test(id),
  request: (id) => /^[0-9a-f]{32}$/.test(id),
  screen: (id) => /^[a-z]+(-[a-z]+)*$/.test(id),
};

/** Whether a text may name a profile: one line, trimmed. */
const profileFits = (profile: string): boolean =>
  profile.length <= 80 &&
  profile !== '' &&
  profile === profile.trim() &&
  !/[\p{Cc}\p{Cs}\u2028\u2029]/u.test(profile);

const form = new RegExp(
  `^${linkScheme}://open/([a-z-]+)/([\\w.:+@~-]+)(?:\\?profile=([\\w.!~*'()%-]+))?$`,
);

/** Whether a text is meant as a link, right or wrong. */
export const looksLikeLink = (text: string): boolean =>
  text.trim().toLowerCase().startsWith(`${linkScheme}:`);

/** null for whatever is no link, to the letter. Never throws. */
export function parseLink(text: string): RecordLink | null {
  if (text.length > maxLinkLength) return null;
  const [, named, id = '', encoded] = form.exec(text) ?? [];
  const kind = linkKinds.find((one) => one === named);
  if (kind === undefined || !idFits[kind](id)) return null;
  if (encoded === undefined) return { kind, id, profile: null };
  const profile = decoded(encoded);
  return profile !== null && profileFits(profile) ? { kind, id, profile } : null;
}

/** null where there can be no link to it. Never throws. */
export function formatLink({ kind, id, profile }: RecordLink): string | null {
  const query = profile === null ? '' : `?profile=${encoded(profile)}`;
  const link = `${linkScheme}://open/${kind}/${id}${query}`;
  return parseLink(link) === null ? null : link;
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

/** A lone half of a character can't be written. */
function encoded(text: string): string {
  try {
    return encodeURIComponent(text);
  } catch {
    return '';
  }
}
