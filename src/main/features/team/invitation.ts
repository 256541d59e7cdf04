/**
 * An invitation: a text of one use, valid a day. It says which team it is for and where its database is, and has
 * a code that the request to join is sealed under. It holds no password; who has it can ask, and an owner admits.
 */
import { hkdfSync } from 'node:crypto';
import { z } from 'zod';
import { canonicalJson } from '../../../platform/canonical-json.ts';
import { readJson } from '../../../platform/json-column.ts';
import { type Random, randomHex } from '../../../platform/random.ts';
import { createSeal } from '../../../platform/sealing.ts';
import { isSignedBy } from '../../../platform/signature.ts';
import { hex16, hex32, type TeamSigning } from '../../../team-log/entry.ts';
import { type Card, cardShape, isIntactCard } from '../handover/card.ts';
import { invalid } from './team-failures.ts';

const beginning = 'causeway-invitation-';
const purpose = 'causeway team invitation';
const longest = 4_000;
export const invitationLastsMs = 24 * 3_600_000;

const statement = z.strictObject({
  version: z.literal(1),
  team: hex32,
  stream: hex16,
  /** The owner who invites: Ed25519 and X25519. */
  signing: hex32,
  sealing: hex32,
  /** `postgres://host:port/name`, with several hosts too. */
  database: z.string().max(1_000),
  /** Base URL of the profile that is shared. */
  baseUrl: z.string().max(1_000),
  environment: z.enum(['sandbox', 'production']),
  id: hex32,
  /** 32 random bytes. */
  code: hex32,
  until: z.iso.datetime(),
});
const shape = statement.extend({ signature: z.string().regex(/^[0-9a-f]{128}$/) });
export type Invitation = z.infer<typeof shape>;

export type InvitationFacts = Omit<
  z.infer<typeof statement>,
  'version' | 'signing' | 'sealing' | 'id' | 'code'
>;

export function makeInvitation(
  key: TeamSigning,
  facts: InvitationFacts,
  random: Random,
): Invitation {
  const hex = () => randomHex(random, 32);
  const said = {
    version: 1 as const,
    ...facts,
    id: hex(),
    code: hex(),
    signing: key.publicKey,
    sealing: key.sealingKey,
  };
  return { ...said, signature: key.sign(purpose, canonicalJson(said)) };
}

export const textOfInvitation = (invitation: Invitation): string =>
  `${beginning}1.${Buffer.from(canonicalJson(invitation)).toString('base64url')}`;

/** Line ends and blanks that a mail adds are left out. Throws Failed INVALID. */
export function invitationOf(typed: string, now: number): Invitation {
  const text = typed.replaceAll(/\s/g, '');
  const [, version, encoded] = /^causeway-invitation-(\d+)\.([\w-]+)$/.exec(text) ?? [];
  if (encoded === undefined || text.length > longest) {
    throw invalid(`Paste the whole invitation. It starts with ${beginning}1.`);
  }
  if (version !== '1') {
    throw invalid('This invitation was made by a later version of Causeway. Update, then use it.');
  }
  const invitation = read(encoded);
  if (invitation === null) {
    throw invalid('This invitation is damaged: it was not copied whole. Copy it again.');
  }
  if (Date.parse(invitation.until) <= now) {
    throw invalid('This invitation has expired. Ask for another one.');
  }
  return invitation;
}

function read(encoded: string): Invitation | null {
  try {
    const found = readJson(shape, Buffer.from(encoded, 'base64url'));
    const { signature, ...said } = found;
    return isSignedBy(said.signing, purpose, canonicalJson(said), signature) ? found : null;
  } catch {
    return null;
  }
}

/** What an invited computer asks: its card in the team, sealed under the code. */
export function sealRequest(
  { team, id, code }: Pick<Invitation, 'team' | 'id' | 'code'>,
  card: Card,
): Uint8Array {
  return sealOf(code).seal(`${team} ${id}`, Buffer.from(canonicalJson(card)));
}

/** null for what this code does not open, or is no intact card. */
export function openRequest(
  { team, id, code }: { readonly team: string; readonly id: string; readonly code: string },
  request: Uint8Array,
): Card | null {
  try {
    const opened = sealOf(code).open(`${team} ${id}`, request);
    const card = readJson(cardShape, opened);
    return isIntactCard(card) ? card : null;
  } catch {
    return null;
  }
}

const sealOf = (code: string) =>
  createSeal(
    new Uint8Array(hkdfSync('sha256', Buffer.from(code, 'hex'), new Uint8Array(0), purpose, 32)),
  );
