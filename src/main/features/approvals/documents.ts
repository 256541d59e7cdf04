/** Main's own documents of approvals: the page may only ask, and a person reads here all that is decided. */
import type { ApprovalPolicy } from '../../../bridge/approvals.ts';
import { longInstant } from '../../../bridge/instants.ts';
import { counted } from '../../../bridge/words.ts';
import { writeOf, writes } from '../../../contract/writes.ts';
import type { AskPerson, Confirmation, ConfirmedFact } from '../../core/feature/confirmation.ts';
import type { ApprovalsApi } from './approvals.ts';
import type { RequestedContent } from './contents.ts';
import type { FoldedRequest } from './fold.ts';
import { policySentences } from './policy.ts';
import { invalid } from './proposing.ts';
import { fieldsOf, type NamedText, nounOfSubject, subjectOf } from './request-text.ts';

export interface ApprovalDocuments {
  decide(id: string): Promise<string | null>;
  setPolicy(policy: ApprovalPolicy): Promise<string | null>;
}

/** What the button that refuses posts. */
const refuse = 'refuse';
const refusal = 'Sign refusal';
/** A document waits for a person who compares an address with its source. */
const lastsMs = 30 * 60_000;

/** @param approvals the profile's when the button is pressed: throws when another one is open by then */
export const createApprovalDocuments = (
  ask: AskPerson,
  approvals: () => ApprovalsApi,
): ApprovalDocuments => ({
  decide: async (id) => await ask(await decideDocument(approvals, id)),
  setPolicy: async (policy) => await ask(policyDocument(approvals, policy)),
});

async function decideDocument(approvals: () => ApprovalsApi, id: string): Promise<Confirmation> {
  const { proposal, whole, maker, hasApproved, ownFacts } = await approvals().toDecide(id);
  const noun = nounOfSubject(subjectOf(whole.request));
  return {
    title: hasApproved ? `Refuse this ${noun} after all` : `Approve or refuse this ${noun}`,
    facts: [
      ['Requested by', maker],
      ['Expires', longInstant(whole.expiresAt)],
      ...(whole.note === '' ? [] : [['The maker’s note', whole.note] as const]),
      ['Needs', needs(proposal)],
    ],
    groups: [
      { title: 'What is sent', facts: sentFacts(whole) },
      { title: 'Stored beside it', facts: besideFacts(whole) },
      { title: 'What the maker saw', facts: whole.facts },
      { title: 'What this computer knows', facts: ownFacts },
    ].filter(({ facts }) => facts.length > 0),
    paragraphs: [
      ...whole.warnings.map((warning) => `Warning: ${warning}`),
      `Compare every value with its source yourself${paysWallet(whole) ? ', above all the wallet address' : ''}. Your decision is signed with this computer’s key over exactly this content, and is in the audit log.`,
      ...(hasApproved ? ['You have approved this. A refusal replaces your approval.'] : []),
      'Approving sends nothing: the maker’s computer does. A refusal is final; the maker can request approval again.',
    ],
    fields: [
      {
        name: 'note',
        label: 'Note',
        isOpen: true,
        isLong: true,
        isOptional: true,
        help: 'The team can read the note. Enter one to refuse.',
      },
    ],
    ...(hasApproved
      ? { button: refusal }
      : { button: 'Sign approval', otherButton: { name: refuse, label: refusal } }),
    lastsMs,
    async act(fields) {
      const decision = hasApproved || fields.has(refuse) ? 'refused' : 'approved';
      const note = (fields.get('note') ?? '').trim();
      if (decision === 'refused' && note === '') throw invalid('Enter why you refuse.');
      if (note.length > 1_000) throw invalid('Enter a shorter note: 1,000 characters at most.');
      const isSent = await approvals().decide({ id, digest: proposal.digest, decision, note });
      const done = decision === 'approved' ? 'Approved' : 'Refused';
      const then = isSent
        ? 'The team has your decision.'
        : 'Your decision is stored, and goes to the team when its database responds.';
      const next =
        decision === 'approved'
          ? `Nothing was sent. Once all approvals are given, the maker can select Send request under Approvals on their computer to send this ${noun}.`
          : 'The maker sees your note.';
      return { title: done, sentence: `${then} ${next}` };
    },
  };
}

/** All of the request, field by field; of a file every row. */
function sentFacts({ request }: RequestedContent): ConfirmedFact[] {
  if (request.what === 'write') return fieldsOf(request.input);
  const rows = request.rows.map(({ row, input, isSecond, ...beside }): ConfirmedFact => {
    const second: NamedText[] = [['Possible duplicate', 'Included by the maker']];
    const fields = [...(isSecond ? second : []), ...fieldsOf(input), ...keptOf(beside)];
    return [`Row ${row}`, { fields }];
  });
  return [['Rows to send', String(request.rows.length)], ...rows];
}

const paysWallet = ({ request }: RequestedContent): boolean =>
  writes[request.what === 'write' ? request.operation : writeOf(request.kind)].paysWallet;

/** What decides beside the fields that are sent; of a file it is in its rows. */
function besideFacts({ request }: RequestedContent): NamedText[] {
  if (request.what !== 'write') return [];
  const { repeats, ownName, confirmations } = request;
  return [
    ...keptOf({ ownName: ownName === '' ? null : ownName }),
    ...(repeats === null ? [] : [['Sends again the request', repeats] as NamedText]),
    ...confirmations.map((text): NamedText => ['The maker confirmed', text]),
  ];
}

type Kept = Partial<Record<keyof typeof keptNames, string | null>>;
const keptNames = {
  name: 'Name (not sent)',
  reference: 'Own reference (not sent)',
  ownName: 'Display name (not sent)',
} as const;

const keptOf = (kept: Kept): NamedText[] =>
  Object.entries(keptNames).flatMap(([key, name]): NamedText[] => {
    const value = kept[key as keyof Kept] ?? null;
    return value === null ? [] : [[name, value]];
  });

const needs = ({ needed, decisions }: FoldedRequest): string => {
  const approved = decisions.filter(({ decision }) => decision === 'approved').length;
  const count = `${counted(needed.approvers, 'approval', 'approvals')}, ${approved} given.`;
  return [count, ...needed.reasons].join(' ');
};

const numberedFacts = (sentences: readonly string[]): NamedText[] =>
  sentences.map((sentence, at) => [String(at + 1), sentence]);

/** Nobody approves their own, so one more is needed for who approves. */
function tooFewFor({ rules }: ApprovalPolicy, people: number): string[] {
  const most = Math.max(0, ...rules.map(({ approvers }) => approvers));
  if (most < people) return [];
  const whose = most > people ? 'no request' : 'no request of an owner or approver';
  return [
    `Warning: as the team is now, ${whose} can meet a rule that needs ${counted(most, 'approver', 'approvers')}: ${counted(people, 'person', 'people')} may approve, and nobody approves their own. Admit approvers, or change roles.`,
  ];
}

function policyDocument(approvals: () => ApprovalsApi, policy: ApprovalPolicy): Confirmation {
  const before = approvals().toSetPolicy();
  return {
    title: 'Set the approval policy?',
    facts: [['Profile', before.profile]],
    groups: [
      { title: 'Policy now', facts: numberedFacts(before.sentences) },
      { title: 'New policy', facts: numberedFacts(policySentences(policy)) },
    ],
    paragraphs: [
      'The new policy applies on each computer of the team once that computer has it. Requests made before have to meet both policies.',
      ...(policy.rules.length === 0
        ? ['Without rules, every owner, operator and approver can send without approval.']
        : []),
      ...tooFewFor(policy, before.approvers),
    ],
    button: 'Set policy',
    lastsMs,
    async act() {
      const api = approvals();
      const isSent = await api.setPolicy(policy, before.read);
      const title = 'Policy set';
      if (isSent) return { title, sentence: 'The team has the new policy.' };
      const isBeside = (api.status()?.policies ?? 0) > 1;
      const both = isBeside ? ' Until then, requests need what either policy asks.' : '';
      return {
        title,
        sentence: `The new policy is stored, and goes to the team when its database responds.${both}`,
      };
    },
  };
}
