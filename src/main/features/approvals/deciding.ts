/** What this computer's person decides about a request: the document that is read first, and what is said to the team. */
import type { ApprovalKind } from '../../../team-log/kinds.ts';
import { personOf } from '../../../team-log/membership.ts';
import type { Records } from '../../core/records/types.ts';
import type { AddressBook } from '../address-book/address-book.ts';
import { alikeFacts } from './alike-requests.ts';
import type { Book, TeamVoice } from './book.ts';
import type { Content, RequestedContent } from './contents.ts';
import type { FoldedRequest } from './fold.ts';
import { customerFacts, invalid } from './proposing.ts';
import type { NamedText } from './request-text.ts';
import { makerGone, overMeanwhile } from './views.ts';
import { walletFacts } from './wallets.ts';

/** Into the audit log of the profile. */
export type RecordApproval = (
  action: string,
  facts: Readonly<Record<string, string | number | string[]>>,
) => void;

interface DecidingParts {
  readonly book: Pick<Book, 'folded'>;
  readonly records: Pick<Records, 'customerNames'>;
  readonly addressBook: Pick<AddressBook, 'accountsOn' | 'check' | 'isPaidInto'>;
  /** Throws Failed INVALID where the profile is in none. */
  readonly team: () => TeamVoice;
  /** Throws Failed INVALID with the sentence. */
  readonly requireMayWrite: (kind: ApprovalKind, sentence: string) => void;
  /** The request as it is now. Throws Failed NOT_FOUND. */
  readonly find: (id: string) => FoldedRequest;
  /** The content as it was signed. Throws Failed INVALID where part of it is missing. */
  readonly wholeOf: (request: FoldedRequest) => RequestedContent;
  /** Signs content for the team. False: it is stored, and goes later. */
  readonly say: (content: Content) => Promise<boolean>;
  readonly record: RecordApproval;
  /** Who is at this computer. */
  readonly person: () => string | null;
}

export interface Deciding {
  readonly id: string;
  /** Digest of the content that the person read. */
  readonly digest: string;
  readonly decision: 'approved' | 'refused';
  readonly note: string;
}

export function createDeciding(parts: DecidingParts) {
  const { book, records, addressBook, team, requireMayWrite, find, wholeOf, say, record } = parts;

  /** Whether this person approved it: then a refusal is left. Throws Failed INVALID where nothing is. */
  function requireDecidable({ state, maker, isMakerMember, decisions }: FoldedRequest): boolean {
    requireMayWrite('approval', 'Only owners and approvers can approve or refuse requests.');
    const person = personOf(team().membership(), team().own);
    if (maker === person) {
      throw invalid('Nobody approves their own request, not even from another computer of theirs.');
    }
    if (state !== 'waiting' && state !== 'approved') throw invalid(overMeanwhile[state]);
    if (!isMakerMember) throw invalid(makerGone);
    return decisions.some(({ by }) => by === person);
  }

  /** What this computer knows by itself of the wallets. */
  async function ownFacts({ request }: RequestedContent): Promise<NamedText[]> {
    const { facts, warnings } = await walletFacts(request, addressBook);
    const customer = customerFacts(request, records);
    return [...customer, ...facts, ...warnings.map((warning): NamedText => ['Warning', warning])];
  }

  return {
    /** What the document shows; throws Failed where this computer decides nothing about it. */
    async toDecide(id: string) {
      const proposal = find(id);
      const hasApproved = requireDecidable(proposal);
      const voice = team();
      const whole = wholeOf(proposal);
      const computer = voice.nameOf(proposal.author) ?? proposal.author.slice(0, 8);
      // What only the maker's computer says is told as that.
      const said = whole.person === null ? null : `${whole.person} (as that computer says)`;
      const maker = [voice.personOf(proposal.author) ?? said, `on “${computer}”`]
        .filter(Boolean)
        .join(' ');
      const alike = alikeFacts(book.folded(voice), proposal, voice.nameOf);
      const facts = [...alike, ...(await ownFacts(whole))];
      return { proposal, whole, maker, hasApproved, ownFacts: facts };
    },

    /** False: stored, and told to the team later. */
    async decide({ id, digest, decision, note }: Deciding): Promise<boolean> {
      const proposal = find(id);
      if (requireDecidable(proposal) && decision === 'approved')
        throw invalid('You have approved this already, here or on another computer.');
      if (proposal.digest !== digest) throw invalid('This is not the request that you read.');
      const isSent = await say({
        version: 1,
        what: 'approval',
        proposal: id,
        digest,
        decision,
        note,
        person: parts.person(),
      });
      record(decision, { proposal: id });
      return isSent;
    },
  };
}
