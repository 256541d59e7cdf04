/** What stands of a team's approvals: entries, members and the journal folded together, anew when one changed. */
import type { Clock } from '../../../platform/clock.ts';
import { type Membership, personOf } from '../../../team-log/membership.ts';
import type { MemberRole } from '../../../team-log/membership-payload.ts';
import type { Intents } from '../../core/intents/types.ts';
import type { AddressBook } from '../address-book/address-book.ts';
import type { Bulk } from '../bulk/bulk.ts';
import type { UnresolvedApi } from '../unresolved/feature.ts';
import type { Reporter } from '../unresolved/sent-elsewhere.ts';
import { type Content, keyOfTry, type RequestedContent } from './contents.ts';
import { type ApprovalEntry, type Folded, type FoldedPolicy, foldApprovals } from './fold.ts';
import { type Needed, neededBy, type PlannedWrite, plannedWrite } from './policy.ts';
import type { ApprovalStore } from './store.ts';

/** The team that the profile is in, as approvals use it. */
export interface TeamVoice {
  /** This computer's key in the team. */
  readonly own: string;
  /** ID of the profile’s stream. */
  readonly stream: string;
  /** Whether entries are exchanged now. */
  isOn(): boolean;
  /** Whether the database does not answer; false also where nothing is known yet, or something else is in the way. */
  isAway(): boolean;
  /** Whether everything was read once: before that no policy is known. */
  hasRead(): boolean;
  /** All that was in the log by then is here, milliseconds since 1970; null: not known since the profile was opened. */
  readAt(): number | null;
  /** Sequence of this computer's oldest entry of the profile's stream that the database is not known to have; null: none. */
  waitsFrom(): number | null;
  membership(): Membership;
  /** Everything read and sent. Rejects where the database does not answer. */
  now(): Promise<void>;
  /** Signs, stores and sends; it is taken here as it is stored. Rejects where it could not be sent: it goes later. */
  say(kind: Content['what'], content: Uint8Array): Promise<void>;
  /** What its owner calls a computer; null where that can't be opened. */
  nameOf(author: string): string | null;
  /** Whose computer it is, as the owner said who admitted it; null where nobody said it, or it can't be opened. */
  personOf(author: string): string | null;
  /** Problems of the log that nobody put aside. */
  hasProblems(): boolean;
  /** Whether the database lacks this entry of the profile's stream, which was sent: it was set back, or withholds it. */
  isLost(author: string, sequence: number): boolean;
}

export interface BookParts {
  readonly store: ApprovalStore;
  readonly intents: Pick<Intents, 'get'>;
  readonly addressBook: Pick<AddressBook, 'isPaidInto'>;
  readonly bulk: { readonly runs: Pick<Bulk['runs'], 'has'> };
  readonly unresolved: Pick<UnresolvedApi, 'isSentHere' | 'reportersOf'>;
  readonly clock: Clock;
}

type Proposal = ApprovalEntry<RequestedContent>;
/** Time alone changes what has expired. */
const keptMs = 5_000;

export type Book = ReturnType<typeof createBook>;

export function createBook(parts: BookParts) {
  const { store, intents, addressBook, bulk, unresolved, clock } = parts;
  let voice: TeamVoice | null = null;
  let version = 0;
  let kept: { readonly version: number; readonly at: number; readonly folded: Folded } | null =
    null;

  const isPaidInto = (network: string, address: string) =>
    addressBook.isPaidInto({ network, address });

  /** A proposal as rules see it; read from the store, as a file's rows are not in memory. */
  const plannedOf = (entry: Proposal): PlannedWrite => {
    const whole =
      entry.content.request.what === 'bulk' ? store.proposal(entry.hash) : entry.content;
    return plannedWrite((whole ?? entry.content).request, isPaidInto);
  };
  const contents = (policies: readonly FoldedPolicy[]) => policies.map(({ content }) => content);

  /** Why nothing is sent under a key: somebody told of a request that this computer never journalled. null: nobody did. */
  function toldElsewhere(key: string): string | null {
    const [reporter] = unresolved.reportersOf(key);
    if (reporter === undefined || unresolved.isSentHere(key)) return null;
    const name = (reporter.member && voice?.nameOf(reporter.member)) ?? reporter.name;
    return `Another computer (${name}) told the team that it sent this request. Nothing was sent here. Ask who works there, check with the service whether it was carried out, and request approval again if not.`;
  }

  /** Whether what is known under a key is of who proposed it: all members read the key, and each may tell of it. */
  function isByAuthor(key: string, author: string, voice: TeamVoice): boolean {
    if (author === voice.own) return toldElsewhere(key) === null;
    const reporters = unresolved.reportersOf(key);
    const person = (member: string) => personOf(voice.membership(), member);
    // What a hand-over file told is not known to be of anybody of the team.
    const isFit = ({ member }: Reporter) => member === null || person(member) === person(author);
    // Asked last, as it reads the audit log: joined again, this computer proposed it under another key.
    return reporters.length === 0 || reporters.some(isFit) || unresolved.isSentHere(key);
  }

  /** Key of the try that may be sent next, or of the one that was. */
  function tryOf({ hash, author, content: { intentKey } }: Proposal): {
    key: string;
    isSent: boolean;
    /** When it was journalled; null where none was. */
    at: string | null;
  } {
    for (let after = 0; ; after += 1) {
      const key = keyOfTry(hash, intentKey, after);
      const intent = intents.get(key);
      if (intent === null) return { key, isSent: false, at: null };
      if (intent.state === 'not-sent') continue;
      const isSent = voice === null || isByAuthor(key, author, voice);
      return { key, isSent, at: intent.journalledAt };
    }
  }

  const isSent = (entry: Proposal): boolean =>
    entry.content.request.what === 'bulk'
      ? entry.author === voice?.own && bulk.runs.has(entry.content.intentKey)
      : tryOf(entry).isSent;

  const sentAt = (entry: Proposal): string | null =>
    entry.content.request.what === 'bulk' ? null : tryOf(entry).at;

  function foldOf(entries: Iterable<ApprovalEntry>, voice: TeamVoice): Folded {
    const waitsFrom = voice.waitsFrom();
    return foldApprovals(entries, {
      isWaiting: ({ author, sequence }) =>
        waitsFrom !== null && author === voice.own && sequence >= waitsFrom,
      stream: voice.stream,
      membership: voice.membership(),
      now: clock.now(),
      isSent,
      sentAt,
      neededBy: (policies, entry) => neededBy(contents(policies), plannedOf(entry)),
    });
  }

  const isAbout = ({ content, hash }: ApprovalEntry, proposals: ReadonlySet<string>): boolean =>
    content.what === 'policy' ||
    proposals.has(content.what === 'proposal' ? hash : content.proposal);

  return {
    team: () => voice,
    use(next: TeamVoice | null) {
      voice = next;
      version += 1;
    },
    /** Something that is folded may be otherwise. */
    changed() {
      version += 1;
    },
    version: () => version,
    tryOf,
    toldElsewhere,
    resourceOf: (key: string) => intents.get(key)?.resourceId ?? null,
    isPaidInto,
    ownRole: (): MemberRole | null => voice?.membership().members.get(voice.own)?.role ?? null,

    /** All that is here. */
    folded(voice: TeamVoice): Folded {
      const now = clock.now();
      if (kept !== null && kept.version === version && now < kept.at + keptMs) return kept.folded;
      const folded = foldOf(store.all(), voice);
      kept = { version, at: now, folded };
      return folded;
    },
    /** Anew, and nothing but the policies and these proposals. */
    foldedNow(voice: TeamVoice, isOf: (proposal: Proposal) => boolean): Folded {
      const entries = [...store.all()];
      const proposals = entries.filter(
        (entry): entry is Proposal => entry.content.what === 'proposal' && isOf(entry as Proposal),
      );
      const hashes = new Set(proposals.map(({ hash }) => hash));
      return foldOf(
        entries.filter((entry) => isAbout(entry, hashes)),
        voice,
      );
    },
    neededBy: (policies: readonly FoldedPolicy[], write: PlannedWrite): Needed =>
      neededBy(contents(policies), write),
  };
}
