/** What a hostile database could show in place of what is true, and by what that must be named. */
import { sha256Hex } from '../../../src/platform/canonical-json.ts';
import { createChain } from '../../../src/team-log/chain.ts';
import {
  hashOfEntry,
  headOfEntry,
  noEntry,
  type SignedEntry,
  type TeamSigning,
} from '../../../src/team-log/entry.ts';
import { forkName } from '../../../src/team-log/membership-fork.ts';
import {
  carriedOf,
  type MembershipPayload,
  membershipBytes,
} from '../../../src/team-log/membership-payload.ts';
import type { ProblemKind } from '../../../src/team-log/problems.ts';
import { at } from '../../../src/team-log/testing/team.ts';
import type { Story } from './story.ts';

/** An entry under the stream that it is shown in. */
export interface ShownEntry {
  readonly stream: string;
  readonly entry: SignedEntry;
}

export interface Mutated {
  readonly shown: readonly ShownEntry[];
  /** One of these names it. */
  readonly named: readonly ProblemKind[];
  /** Of this author; null for whoever it is. */
  readonly author: string | null;
  /** Entries that were never written by that author in that place, but are signed by it. */
  readonly signed?: readonly SignedEntry[];
  /** The victim had all up to here before; else all before the entry that is changed. */
  readonly had?: number;
}

type Choose = <Value>(list: readonly Value[]) => Value;
/** null where the entry does not lend itself to it. */
type Mutation = (story: Story, position: number, choose: Choose) => Mutated | null;

const asShown = (entries: readonly SignedEntry[]): ShownEntry[] =>
  entries.map((entry) => ({ entry, stream: entry.stream }));

const entryAt = ({ entries }: Story, position: number): SignedEntry => {
  const entry = entries[position];
  if (entry === undefined) throw new Error(`There is no entry ${position}.`);
  return entry;
};

const replaced = (story: Story, position: number, ...by: readonly ShownEntry[]): ShownEntry[] =>
  asShown(story.entries).toSpliced(position, 1, ...by);

const inserted = (story: Story, position: number, entry: SignedEntry): ShownEntry[] =>
  asShown(story.entries).toSpliced(position, 0, { entry, stream: entry.stream });

const flipped = (hex: string, choose: Choose): string => {
  const at = choose([...hex].map((_digit, index) => index));
  return `${hex.slice(0, at)}${hex[at] === '0' ? '1' : '0'}${hex.slice(at + 1)}`;
};

/** By the author's key, in the place of (or after) what it wrote: what no honest one would sign. */
function signed(
  story: Story,
  by: TeamSigning,
  stream: string,
  before: readonly SignedEntry[],
  kind: SignedEntry['kind'] = 'facts',
): SignedEntry {
  const last = before.findLast((one) => one.author === by.publicKey && one.stream === stream);
  const { team, random, epoch } = story;
  const head = last === undefined ? null : headOfEntry(last);
  const isClear = kind === 'membership' || kind === 'paths';
  const chain = createChain({ signing: by, team, stream, head, random });
  const content = Buffer.from(`what ${by.publicKey} signed`);
  return chain.next({ kind, epoch: isClear ? null : epoch, content, at });
}

const changed: Mutation = (story, position, choose) => {
  const entry = entryAt(story, position);
  const { bytes, signature, payload, previous, author } = entry;
  const at = choose([...bytes.keys()]);
  const other = Uint8Array.from(bytes, (byte, index) => (index === at ? byte ^ 1 : byte));
  const part = choose<Partial<SignedEntry>>([
    { bytes: other },
    { bytes: other, payload: sha256Hex(other) },
    { bytes: bytes.subarray(0, -1) },
    { bytes: Buffer.concat([bytes, Buffer.of(0)]) },
    { signature: flipped(signature, choose) },
    { payload: flipped(payload, choose) },
    { previous: previous === noEntry ? 'a'.repeat(64) : noEntry },
    { sequence: entry.sequence + 1 },
    { sequence: Math.max(1, entry.sequence - 1), at: '2026-11-25T00:00:00.000Z' },
    { epoch: entry.epoch + 1 },
    { kind: entry.kind === 'facts' ? 'heads' : 'facts' },
    { at: '2026-11-27T00:00:00.000Z' },
    { follows: entry.follows === null ? 'a'.repeat(64) : null },
    { author: story.stranger.publicKey },
  ]);
  const mutated = { ...entry, ...part };
  return {
    shown: replaced(story, position, { entry: mutated, stream: entry.stream }),
    named: ['forged'],
    author: part.author ?? author,
  };
};

/** Two payloads with all that names them, under the headers of each other. */
const swappedPayloads: Mutation = (story, position) => {
  const entry = entryAt(story, position);
  const other = story.entries.find(
    (one) => one.author === entry.author && one.payload !== entry.payload,
  );
  if (other === undefined) return null;
  const { bytes, payload } = other;
  const mutated = { ...entry, bytes, payload };
  return {
    shown: replaced(story, position, { entry: mutated, stream: entry.stream }),
    named: ['forged'],
    author: entry.author,
  };
};

const dropped: Mutation = (story, position) => {
  const { author, stream, kind } = entryAt(story, position);
  const rest = story.entries.slice(position + 1);
  const isSeen =
    rest.some((one) => one.author === author && one.stream === stream) ||
    rest.some((one) => one.kind === 'heads' && one.stream === stream && one.author !== author);
  // Of the last of all nobody could know.
  if (!isSeen) return null;
  return {
    shown: replaced(story, position),
    // Without a change of members, who wrote under it is a stranger as well.
    named: ['gap', 'rolled back'],
    author: kind === 'membership' ? null : author,
  };
};

const rolledBack: Mutation = (story, position) => {
  const { author, stream } = entryAt(story, position);
  const shown = asShown(story.entries).filter(
    ({ entry }, index) => index < position || entry.author !== author || entry.stream !== stream,
  );
  return { shown, named: ['rolled back'], author, had: story.entries.length };
};

const repeated: Mutation = (story, position) => {
  const entry = entryAt(story, position);
  const shown = { entry, stream: entry.stream };
  return { shown: replaced(story, position, shown, shown), named: [], author: entry.author };
};

const renumbered: Mutation = (story, position) => {
  const entry = entryAt(story, position);
  const again = { ...entry, sequence: entry.sequence + 1, previous: hashOfEntry(entry) };
  return {
    shown: replaced(story, position, ...asShown([entry, again])),
    named: ['forged'],
    author: entry.author,
  };
};

const reordered: Mutation = (story, position) => {
  const { author, stream } = entryAt(story, position);
  const after = story.entries.findIndex(
    (one, index) => index > position && one.author === author && one.stream === stream,
  );
  if (after < 0) return null;
  const entries = [...story.entries];
  [entries[position], entries[after]] = [entryAt(story, after), entryAt(story, position)];
  // Where the later one is not shown yet, others tell of it.
  return { shown: asShown(entries), named: ['gap', 'rolled back'], author };
};

const moved: Mutation = (story, position, choose) => {
  const entry = entryAt(story, position);
  const stream = choose(story.streams.filter((one) => one !== entry.stream));
  const isRewritten = choose([true, false]);
  const mutated = { entry: isRewritten ? { ...entry, stream } : entry, stream };
  return {
    shown: choose([
      replaced(story, position, mutated),
      asShown(story.entries).toSpliced(position, 0, mutated),
    ]),
    named: [isRewritten ? 'forged' : 'elsewhere'],
    author: entry.author,
  };
};

const ofAnotherTeam: Mutation = (story, position, choose) => {
  const { elsewhere, team } = story;
  const isRewritten = choose([true, false]);
  return {
    shown: inserted(story, position, isRewritten ? { ...elsewhere, team } : elsewhere),
    named: [isRewritten ? 'forged' : 'elsewhere'],
    author: elsewhere.author,
  };
};

const forked: Mutation = (story, position, choose) => {
  const entry = entryAt(story, position);
  const { stream, author, kind } = entry;
  const signer = story.signers.get(author);
  const isWitnessed = story.entries
    .slice(position)
    .some((one) => one.kind === 'heads' && one.stream === stream && one.author !== author);
  if (signer === undefined || kind === 'membership' || !isWitnessed) return null;
  const other = signed(story, signer, stream, story.entries.slice(0, position), kind);
  const shown = { entry: other, stream };
  const isBeside = choose([true, false]);
  return {
    shown: replaced(story, position, ...(isBeside ? [...asShown([entry]), shown] : [shown])),
    named: [
      'fork',
      // Of who is removed by then, the last entry that counts is the one that the removal names.
      ...(author === story.removed.publicKey ? (['stranger'] as const) : []),
      // One under a key of later is not looked at until the change of members is here that brings it.
      ...(other.epoch > entry.epoch ? (['gap'] as const) : []),
    ],
    author,
    signed: isBeside ? [] : [other],
  };
};

const byAStranger: Mutation = (story, position, choose) => {
  const { removed, reviewer, stranger, streams, entries } = story;
  const [own, first, second] = streams;
  const before = entries.slice(0, position);
  const stream = choose([first, second]);
  const isGone = before.some(({ epoch }) => epoch === 2);
  const entry = choose([
    signed(story, stranger, stream, []),
    signed(story, reviewer, stream, before, 'webhook'),
    signed(story, reviewer, stream, before, 'deliveries'),
    signed(story, reviewer, own, before, 'paths'),
    ...(isGone ? [signed(story, removed, stream, before)] : []),
  ]);
  return { shown: inserted(story, position, entry), named: ['stranger'], author: entry.author };
};

/** A change of members by who may not, or by an owner beside another one. */
const membersForked: Mutation = (story, position, choose) => {
  const { entries, reviewer, stranger, streams, team, random, signers } = story;
  const [own] = streams;
  const before = entries.slice(0, position);
  const entry = entryAt(story, position);
  if (entry.kind !== 'membership' || entry.follows === null) return null;
  const owner = signers.get(entry.author);
  const by = choose([reviewer, owner ?? reviewer]);
  const last = before.findLast((one) => one.author === by.publicKey && one.stream === own);
  const head = last === undefined ? null : headOfEntry(last);
  const other = createChain({ signing: by, team, stream: own, head, random }).next({
    kind: 'membership',
    epoch: null,
    at,
    follows: entry.follows,
    content: membershipBytes({
      what: 'role',
      member: stranger.publicKey,
      role: 'owner',
      heads: {},
    }),
  });
  return {
    shown: inserted(story, position + 1, other),
    named: by === owner ? ['fork'] : ['stranger'],
    author: by.publicKey,
  };
};

/**
 * A fork that an owner makes of what is resolved long since, and resolves alone: twice by itself, with the word of who
 * may not, or of who was removed. What that owner signed is its own; that it resolves anything is not believed.
 */
const membersResolved: Mutation = (story, position, choose) => {
  const { entries, reviewer, removed, stranger, streams, team, random, signers } = story;
  const [own] = streams;
  const entry = entryAt(story, position);
  const owner = signers.get(entry.author);
  if (entry.kind !== 'membership' || entry.follows === null || owner === undefined) return null;
  const before = entries.slice(0, position + 1);
  const chainOf = (by: TeamSigning, ahead: readonly SignedEntry[]) => {
    const last = ahead.findLast((one) => one.author === by.publicKey && one.stream === own);
    const head = last === undefined ? null : headOfEntry(last);
    return createChain({ signing: by, team, stream: own, head, random });
  };
  const sign = (
    chain: ReturnType<typeof chainOf>,
    payload: MembershipPayload,
    follows: string | null,
  ) =>
    chain.next({ kind: 'membership', epoch: null, at, follows, content: membershipBytes(payload) });
  const { epoch } = story;
  const branch = sign(
    chainOf(owner, before.slice(0, -1)),
    {
      what: 'added',
      role: 'relay',
      invitation: 'e'.repeat(64),
      keys: [],
      member: { signing: stranger.publicKey, sealing: stranger.sealingKey },
      name: { epoch: epoch.number, sealed: 'aa' },
    },
    entry.follows,
  );
  const tip = hashOfEntry(branch);
  const said = { fork: entry.follows, tip, entries: [entry, branch].map(carriedOf) };
  const chooser = choose([owner, reviewer, removed, stranger]);
  const isOne = chooser === owner;
  const decider = isOne ? owner : choose([owner, reviewer, stranger]);
  const ownerChain = chainOf(owner, before);
  const of = (by: TeamSigning) => (by === owner ? ownerChain : chainOf(by, before));
  const choice = sign(of(chooser), { what: 'choice', ...said }, null);
  const resolved = sign(
    of(decider),
    { what: 'settled', ...said, choice: choose([hashOfEntry(choice), null]) },
    forkName(team, entry.follows),
  );
  const shown = asShown(entries).toSpliced(position + 1, 0, ...asShown([choice, resolved]));
  return {
    shown,
    named: ['membership fork', 'stranger', 'gap', 'fork'],
    author: decider.publicKey,
    // An owner's own choice is its own; the fork that it makes is named.
    signed: isOne ? [choice] : [],
  };
};

/** The team as it was before somebody was removed or added. */
const membersRolledBack: Mutation = (story, position, choose) => {
  const { entries, streams } = story;
  const entry = entryAt(story, position);
  if (entry.kind !== 'membership') return null;
  const shown = asShown(entries).filter(
    ({ entry: one }, index) => one.stream !== streams[0] || index < position,
  );
  // Of somebody who had it, or who joins now and hears of it from nobody: then later entries show it.
  return choose([true, false])
    ? { shown, named: ['rolled back'], author: entry.author, had: entries.length }
    : { shown: replaced(story, position), named: ['gap', 'rolled back'], author: null };
};

export const mutations: Readonly<Record<string, Mutation>> = {
  changed,
  'payloads swapped': swappedPayloads,
  dropped,
  'rolled back': rolledBack,
  repeated,
  renumbered,
  reordered,
  moved,
  'of another team': ofAnotherTeam,
  forked,
  'by a stranger': byAStranger,
  'members forked': membersForked,
  'members rolled back': membersRolledBack,
  'members resolved': membersResolved,
};
