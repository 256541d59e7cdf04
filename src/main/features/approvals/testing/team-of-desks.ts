/** A team in memory: real keys, chains, membership and judge, and what a desk makes of entries that it is shown. */
import { canonicalJson, sha256Hex } from '../../../../platform/canonical-json.ts';
import { systemRandom } from '../../../../platform/random.ts';
import { type Chain, createChain } from '../../../../team-log/chain.ts';
import {
  type EntryKind,
  hashOfEntry,
  type SignedEntry,
  streamOfTeam,
} from '../../../../team-log/entry.ts';
import { createEpochs, type Epochs } from '../../../../team-log/epochs.ts';
import { createJudge } from '../../../../team-log/judge.ts';
import { isApprovalKind } from '../../../../team-log/kinds.ts';
import { currentEpoch, foldMembership, type Membership } from '../../../../team-log/membership.ts';
import { addMember, foundTeam, removeMember } from '../../../../team-log/membership-changes.ts';
import {
  type MemberRole,
  type MembershipPayload,
  membershipBytes,
} from '../../../../team-log/membership-payload.ts';
import { createMemoryStore } from '../../../../team-log/memory-store.ts';
import type { Problem } from '../../../../team-log/problems.ts';
import { type SigningKey, signingKeyOf } from '../../../core/audit/signing.ts';
import {
  type ApprovalContent,
  type Content,
  contentBytes,
  type PolicyContent,
  type RequestedContent,
  readContent,
} from '../contents.ts';
import { type ApprovalEntry, type Folded, foldApprovals } from '../fold.ts';
import { neededBy } from '../policy.ts';

export const at = '2026-11-26T10:00:00.000Z';
const random = systemRandom;
const someKey = (): SigningKey => signingKeyOf(random.bytes(32));

const roles = {
  owner: 'owner',
  maker: 'operator',
  first: 'approver',
  second: 'approver',
  gone: 'approver',
  reviewer: 'reviewer',
  makerToo: 'approver',
  firstToo: 'owner',
} as const satisfies Record<string, MemberRole>;
/** Second computers of a person. */
const others: Readonly<Record<string, string>> = { makerToo: 'maker', firstToo: 'first' };
/** Whose computer each of these is, by the name of their first one. */
export const personNamed = (name: string): string => others[name] ?? name;

export interface Shown {
  readonly folded: Folded;
  /** What the judge took, opened. */
  readonly taken: readonly ApprovalEntry[];
  readonly problems: readonly Problem[];
}

export type DeskTeam = ReturnType<typeof createDeskTeam>;

export function createDeskTeam() {
  const keys = new Map<string, SigningKey>(
    [...Object.keys(roles), 'stranger'].map((name) => [name, someKey()]),
  );
  const keyOf = (name: string): SigningKey => keys.get(name) ?? someKey();
  const owner = keyOf('owner');
  const founded = foundTeam({ signing: owner, name: '{}', at, random });
  const { team } = founded;
  const stream = 'ab'.repeat(16);
  const members: SignedEntry[] = [founded.entry];
  const membership = (): Membership => foldMembership(team, members);
  const epochs: Epochs = createEpochs(owner, membership());
  const teamChain = createChain({
    signing: owner,
    team,
    stream: streamOfTeam(team),
    random,
    head: { sequence: 1, hash: hashOfEntry(founded.entry) },
  });
  const newTeamChain = (signing: SigningKey): Chain =>
    createChain({ signing, team, stream: streamOfTeam(team), random, head: null });
  const change = (payload: MembershipPayload): void => {
    members.push(
      teamChain.next({
        kind: 'membership',
        epoch: null,
        content: membershipBytes(payload),
        at,
        follows: membership().head,
      }),
    );
    epochs.learn(membership());
  };
  for (const [name, role] of Object.entries(roles)) {
    if (name === 'owner') continue;
    const { publicKey: signing, sealingKey: sealing } = keyOf(name);
    const order = {
      member: { signing, sealing },
      role,
      invitation: sha256Hex(name),
      name: '{}',
      person: sha256Hex(`person ${personNamed(name)}`),
    };
    change(addMember(membership(), epochs, order, random));
  }
  const chains = new Map<string, Chain>();
  const chainOf = (name: string): Chain => {
    const chain =
      chains.get(name) ?? createChain({ signing: keyOf(name), team, stream, head: null, random });
    chains.set(name, chain);
    return chain;
  };
  const entries: SignedEntry[] = [];
  const writeBytes = (
    name: string,
    kind: EntryKind,
    content: Uint8Array,
    when = at,
  ): SignedEntry => {
    const epoch = currentEpoch(membership());
    const entry = chainOf(name).next({ kind, epoch, content, at: when });
    entries.push(entry);
    return entry;
  };
  const write = (name: string, content: Content): SignedEntry =>
    writeBytes(name, content.what, contentBytes(content));

  return {
    team,
    stream,
    entries,
    members,
    membership,
    keyOf,
    write,
    writeBytes,
    open: epochs.open,
    /** Removes one as of what it has written by now. */
    remove(name: string) {
      const head = chainOf(name).head();
      const heads = head === null ? {} : { [stream]: head };
      change(removeMember(membership(), keyOf(name).publicKey, heads, random));
    },
    /** Both remove the same one, after the same change. */
    fork(one: string, other: string, member: string) {
      const before = membership();
      const content = membershipBytes(removeMember(before, keyOf(member).publicKey, {}, random));
      for (const signing of [keyOf(one), keyOf(other)]) {
        const chain = signing === owner ? teamChain : newTeamChain(signing);
        members.push(
          chain.next({ kind: 'membership', epoch: null, content, at, follows: before.head }),
        );
      }
    },
    policy: (by: string, approvers: number, supersedes: readonly SignedEntry[] = []) =>
      write(by, policyOf(approvers, supersedes.map(hashOfEntry))),
    propose: (by: string, content: Partial<RequestedContent> = {}) =>
      write(by, { ...proposalOf('customer'), ...content }),
    decide: (by: string, proposal: SignedEntry, more: Partial<ApprovalContent> = {}) =>
      write(by, { ...approvalOf(hashOfEntry(proposal), digestAt(epochs, proposal)), ...more }),
    withdraw: (by: string, proposal: SignedEntry) =>
      write(by, {
        version: 1,
        what: 'withdrawal',
        proposal: hashOfEntry(proposal),
        why: 'withdrawn',
        note: '',
        person: null,
      }),
    /** What a desk that reads it all makes of these entries. */
    show(
      shown: readonly SignedEntry[],
      {
        now = Date.parse(at),
        asked = stream,
        isSent = false,
        sentAt = null as string | null,
        unsent = [] as readonly SignedEntry[],
      } = {},
    ): Shown {
      const store = createMemoryStore();
      const judge = createJudge(team, store);
      for (const entry of members) judge.judge(entry, streamOfTeam(team));
      const problems = new Map<string, Problem>();
      const taken: ApprovalEntry[] = [];
      let waiting = [...shown];
      // What did not fit is read again, as long as that brings more (TeamLog.readAuthor).
      let before = -1;
      while (before !== taken.length) {
        before = taken.length;
        problems.clear();
        waiting = waiting.filter((entry) => {
          const verdict = judge.judge(entry, asked);
          if (verdict.is === 'problem') {
            const { problem } = verdict;
            problems.set(canonicalJson(problem), problem);
            return true;
          }
          if (verdict.is === 'taken') taken.push(...opened(epochs, entry));
          return false;
        });
      }
      const folded = foldApprovals(taken, {
        stream: asked,
        membership: judge.membership(),
        now,
        neededBy: (policies) =>
          neededBy(
            policies.map(({ content }) => content),
            {
              subject: 'createCustomer',
              operation: 'createCustomer',
              count: 1,
              rows: [{ network: null, isNewAddress: false, fee: null }],
            },
          ),
        isSent: () => isSent,
        sentAt: () => sentAt,
        isWaiting: ({ hash }) => unsent.some((entry) => hashOfEntry(entry) === hash),
      });
      return { folded, taken, problems: [...problems.values(), ...judge.standing()] };
    },
  };
}

function opened(epochs: Epochs, entry: SignedEntry): ApprovalEntry[] {
  const { kind, author, sequence, stream } = entry;
  if (!isApprovalKind(kind)) return [];
  const bytes = epochs.open(entry);
  const content = readContent(kind, bytes);
  if (content === null) return [];
  const place = { kind, author, sequence, stream, at: entry.at };
  return [{ ...place, hash: hashOfEntry(entry), digest: sha256Hex(bytes), content }];
}

const digestAt = (epochs: Epochs, entry: SignedEntry): string => sha256Hex(epochs.open(entry));

export const policyOf = (approvers: number, supersedes: string[] = []): PolicyContent => ({
  version: 1,
  what: 'policy',
  supersedes,
  limits: [],
  allowWithoutDatabase: false,
  person: null,
  rules: [
    {
      of: 'createCustomer',
      network: null,
      isNewAddress: false,
      feeAtLeast: null,
      rowsAtLeast: null,
      approvers,
    },
  ],
});

export const proposalOf = (name: string): RequestedContent => ({
  version: 1,
  what: 'proposal',
  intentKey: sha256Hex(name).slice(0, 32),
  policies: [],
  request: {
    what: 'write',
    operation: 'createCustomer',
    input: { email: `${name}@example.com` },
    repeats: null,
    confirmed: [],
    ownName: '',
    reviewedAddress: null,
    confirmations: [],
  },
  approvers: 0,
  reasons: [],
  facts: [],
  warnings: [],
  note: '',
  person: 'Grace',
  expiresAt: '2026-12-03T10:00:00.000Z',
});

export const approvalOf = (proposal: string, digest: string): ApprovalContent => ({
  version: 1,
  what: 'approval',
  proposal,
  digest,
  decision: 'approved',
  note: '',
  person: null,
});
