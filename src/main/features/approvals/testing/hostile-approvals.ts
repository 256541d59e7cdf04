/** What a database, or a page, that wants a request sent that nobody approved could show, and how each is named. */
import { seeded } from '../../../../contract/testing/seeded.ts';
import { sha256Hex } from '../../../../platform/canonical-json.ts';
import { hashOfEntry, headerText, type SignedEntry } from '../../../../team-log/entry.ts';
import { contentBytes, type RequestedContent } from '../contents.ts';
import {
  approvalOf,
  createDeskTeam,
  type DeskTeam,
  policyOf,
  proposalOf,
  type Shown,
} from './team-of-desks.ts';

interface Case {
  readonly desk: DeskTeam;
  /** A proposal that nobody but its maker wants sent. */
  readonly wanted: SignedEntry;
  /** Another proposal, which was approved. */
  readonly approved: SignedEntry;
  readonly approval: SignedEntry;
  readonly policy: SignedEntry;
  readonly pick: (below: number) => number;
}

export function caseOf(pick: Case['pick'], approvers = 1 + pick(2)): Case {
  const desk = createDeskTeam();
  const old = desk.policy('owner', 1);
  const policy = desk.policy('owner', approvers, [old]);
  const policies = [hashOfEntry(policy)];
  const approved = desk.propose('maker', { ...proposalOf('approved'), policies });
  const wanted = desk.propose('maker', { ...proposalOf('wanted'), policies });
  const approval = desk.decide('first', approved);
  desk.decide('second', approved);
  return { desk, wanted, approved, approval, policy, pick };
}

type Named = string;
/** Gives what the desk is shown, and how the try is named: a problem of the log, or why it is not believed. */
type Mutation = (of: Case) => {
  shown: readonly SignedEntry[];
  named: readonly Named[];
  /** Where it is another team. */
  desk?: DeskTeam;
};

/** Puts an entry in the place of another. */
const put = (all: readonly SignedEntry[], old: SignedEntry, now: SignedEntry): SignedEntry[] =>
  all.map((entry) => (entry === old ? now : entry));
const digestOf = (desk: DeskTeam, proposal: SignedEntry): string =>
  desk.show(desk.entries).folded.proposals.get(hashOfEntry(proposal))?.digest ?? '';
const digest = (content: RequestedContent): string => sha256Hex(contentBytes(content));
const wantedDigest = ({ policy }: Case): string =>
  digest({ ...proposalOf('wanted'), policies: [hashOfEntry(policy)] });

const flip = (bytes: Uint8Array, at: number): Uint8Array => {
  const changed = Uint8Array.from(bytes);
  changed[at % changed.length] = (changed[at % changed.length] ?? 0) ^ 1;
  return changed;
};

export const mutations: Readonly<Record<string, Mutation>> = {
  'an approval moved on to be the next of its author': ({ desk, approval }) => {
    const moved = { ...approval, sequence: approval.sequence + 1, previous: hashOfEntry(approval) };
    return { shown: [...desk.entries, moved], named: ['forged'] };
  },
  'an approval with another payload': ({ desk, approval, wanted }) => {
    const bytes = contentBytes(approvalOf(hashOfEntry(wanted), 'a'.repeat(64)));
    const changed = { ...approval, bytes, payload: sha256Hex(bytes) };
    return { shown: put(desk.entries, approval, changed), named: ['forged'] };
  },
  'an approval replayed on another proposal': ({ desk, wanted, approved, approval, pick }) => {
    const refusal = desk.decide('first', wanted, { decision: 'refused' });
    const { sequence, previous } = refusal;
    const place = { sequence, previous };
    const content = contentBytes(approvalOf(hashOfEntry(approved), digestOf(desk, approved)));
    const tries: ReturnType<Mutation>[] = [
      // In the place of what its author said of the other: sealed as it is, and whole.
      {
        shown: put(desk.entries, refusal, {
          ...refusal,
          bytes: approval.bytes,
          payload: approval.payload,
        }),
        named: ['forged'],
      },
      { shown: put(desk.entries, refusal, { ...approval, ...place }), named: ['forged'] },
      // The other proposal under the name of the one that was approved.
      {
        shown: put(desk.entries, approved, {
          ...approved,
          bytes: wanted.bytes,
          payload: wanted.payload,
        }),
        named: ['forged'],
      },
    ];
    const chosen = pick(tries.length + 2);
    const shown = tries[chosen];
    if (shown !== undefined) return shown;
    // By somebody who can open it, in their own name.
    desk.writeBytes(chosen === tries.length ? 'maker' : 'second', 'approval', content);
    return {
      shown: desk.entries.filter((entry) => entry !== refusal),
      named: [chosen === tries.length ? 'stranger' : 'twice by one'],
    };
  },
  'an approval signed by the maker in the name of another': ({ desk, approval, wanted }) => {
    const content = contentBytes(approvalOf(hashOfEntry(wanted), 'a'.repeat(64)));
    const { signature: _, bytes: __, ...header } = approval;
    const changed = { ...header, payload: sha256Hex(content) };
    const signature = desk.keyOf('maker').sign('causeway team entry', headerText(changed));
    const all = put(desk.entries, approval, { ...changed, signature, bytes: content });
    return { shown: all, named: ['forged'] };
  },
  'a bit flipped somewhere': ({ desk, pick }) => {
    const all = desk.entries;
    const old = all[pick(all.length)] as SignedEntry;
    const now =
      pick(2) === 0
        ? { ...old, bytes: flip(old.bytes, pick(old.bytes.length)) }
        : {
            ...old,
            signature: Buffer.from(flip(Buffer.from(old.signature, 'hex'), pick(64))).toString(
              'hex',
            ),
          };
    return { shown: put(all, old, now), named: ['forged'] };
  },
  'a part of a header changed': ({ desk, pick, policy }) => {
    const all = desk.entries;
    const old = all[pick(all.length)] as SignedEntry;
    const changes: Partial<SignedEntry>[] = [
      { at: '2030-01-01T00:00:00.000Z' },
      { sequence: old.sequence + 1 },
      { epoch: 2 },
      { kind: 'approval' as const, author: policy.author, sequence: 9 },
      { stream: 'cd'.repeat(16) },
      { previous: 'e'.repeat(64) },
    ];
    return {
      shown: put(all, old, { ...old, ...changes[pick(changes.length)] }),
      named: ['forged'],
    };
  },
  'an approval of who made it': (of) => {
    const { desk, policy } = of;
    const content = { ...proposalOf('own'), policies: [hashOfEntry(policy)] };
    const own = desk.propose('first', content);
    desk.decide('first', own);
    return { shown: desk.entries, named: ['by its maker'] };
  },
  'an approval by another computer of who made it': ({ desk, wanted }) => {
    desk.decide('makerToo', wanted);
    return { shown: desk.entries, named: ['by its maker'] };
  },
  'an approval by an operator': ({ desk, wanted }) => {
    desk.decide('maker', wanted);
    return { shown: desk.entries, named: ['stranger'] };
  },
  'an approval by a reviewer': ({ desk, wanted }) => {
    desk.decide('reviewer', wanted);
    return { shown: desk.entries, named: ['stranger'] };
  },
  'an approval by nobody of the team': ({ desk, wanted }) => {
    desk.decide('stranger', wanted);
    return { shown: desk.entries, named: ['stranger'] };
  },
  'an approval by who was removed': ({ desk, wanted }) => {
    desk.remove('gone');
    desk.decide('gone', wanted);
    return { shown: desk.entries, named: ['stranger'] };
  },
  'an approval from before its author was removed': ({ desk, wanted }) => {
    desk.decide('gone', wanted);
    desk.remove('gone');
    desk.decide('first', wanted, { digest: 'a'.repeat(64) });
    return { shown: desk.entries, named: ['no approver now'] };
  },
  'an approval that a removal does not accept': ({ desk, wanted, pick }) => {
    // It was taken before the removal was heard of; what that says counts.
    desk.remove('gone');
    for (let more = pick(3); more >= 0; more -= 1) desk.decide('gone', wanted);
    return { shown: desk.entries, named: ['stranger'] };
  },
  'two approvals by one': ({ pick }) => {
    const of = caseOf(pick, 2);
    of.desk.decide('first', of.wanted);
    of.desk.decide('first', of.wanted, { note: 'again' });
    return { shown: of.desk.entries, named: ['twice by one'], desk: of.desk };
  },
  'approvals by two computers of one': ({ pick }) => {
    const of = caseOf(pick, 2);
    of.desk.decide('first', of.wanted);
    of.desk.decide('firstToo', of.wanted);
    return { shown: of.desk.entries, named: ['twice by one'], desk: of.desk };
  },
  'an approval of other bytes': ({ desk, wanted, approved }) => {
    const other = digestOf(desk, approved);
    desk.decide('first', wanted, { digest: other });
    desk.decide('second', wanted, { digest: other });
    return { shown: desk.entries, named: ['other bytes'] };
  },
  'an approval of a proposal that was changed afterwards': (of) => {
    const { desk, wanted } = of;
    // The maker sends it off with another address, under the same key: another proposal, which nobody read.
    desk.propose('maker', {
      ...proposalOf('changed'),
      intentKey: proposalOf('wanted').intentKey,
    });
    desk.decide('first', wanted, { proposal: 'f'.repeat(64), digest: wantedDigest(of) });
    return { shown: desk.entries, named: ['no proposal'] };
  },
  'an old policy, written again by an owner who is none': ({ desk, policy }) => {
    desk.write('gone', policyOf(1, [hashOfEntry(policy)]));
    desk.write('stranger', policyOf(1, [hashOfEntry(policy)]));
    return { shown: desk.entries, named: ['stranger'] };
  },
  'an old policy in the place of the new one': ({ desk, policy }) => {
    const old = desk.entries[0] as SignedEntry;
    const again = { ...old, sequence: policy.sequence, previous: policy.previous };
    return { shown: put(desk.entries, policy, again), named: ['forged'] };
  },
  'the new policy withheld': ({ desk, policy, wanted }) => {
    desk.write('owner', { ...policyOf(1), rules: [] });
    desk.decide('first', wanted);
    return { shown: desk.entries.filter((entry) => entry !== policy), named: ['gap'] };
  },
  'a refusal withheld': ({ desk, wanted, approved }) => {
    const refusal = desk.decide('first', wanted, { decision: 'refused' });
    desk.decide('first', approved, { note: 'later' });
    desk.decide('second', wanted);
    return { shown: desk.entries.filter((entry) => entry !== refusal), named: ['gap'] };
  },
};

/** What the sending computer would send: approved, and nothing of the log is open. */
function isSendable({ folded, problems }: Shown): boolean {
  const wanted = [...folded.proposals.values()].filter(
    ({ content }) => content.intentKey !== proposalOf('approved').intentKey,
  );
  return problems.length === 0 && wanted.some(({ state }) => state === 'approved');
}

/** So many of each, as drawn by the seed; what did not hold, a sentence each. */
export function hostileApprovals(each: number, seed: number): readonly string[] {
  const next = seeded(seed);
  const pick = (below: number) => Math.floor(next() * below);
  return Object.entries(mutations).flatMap(([name, mutation]) =>
    Array.from({ length: each }, (_, number) => {
      const of = caseOf(pick);
      const { shown, named, desk = of.desk } = mutation(of);
      const seen = desk.show(shown);
      const names = [...seen.problems.map(({ kind }) => kind), ...seen.folded.disbelieved.values()];
      const where = `seed ${seed}, ${name}, ${number}`;
      return [
        ...named
          .filter((one) => !names.some((name) => name === one))
          .map((one) => `${where}: not named ${one} but ${names.join(', ')}`),
        ...(isSendable(seen) ? [`${where}: it would be sent`] : []),
      ];
    }).flat(),
  );
}
