/** Approvals of a profile's team: proposing, withdrawing, deciding, sending, and the policy. */
import type {
  ApprovalPolicy,
  ApprovalRequest,
  ApprovalRow,
  approvalsContract,
} from '../../../bridge/approvals.ts';
import type { ExportFile } from '../../../bridge/exports.ts';
import type { InputOf, OutputOf } from '../../../bridge/procedure.ts';
import type { WriteName } from '../../../contract/writes.ts';
import { sha256Hex } from '../../../platform/canonical-json.ts';
import { isoNow } from '../../../platform/clock.ts';
import { createTurns } from '../../../platform/turns.ts';
import type { SignedEntry } from '../../../team-log/entry.ts';
import { type ApprovalKind, mayWrite } from '../../../team-log/kinds.ts';
import { personName } from '../../core/audit/types.ts';
import type { ProfileCore } from '../../core/feature/feature.ts';
import { Failed } from '../../core/intents/failed.ts';
import { sentOn } from '../../core/intents/sent-since.ts';
import { environmentNames } from '../../core/profiles/environment-names.ts';
import type { AddressBook } from '../address-book/address-book.ts';
import { createBook, type TeamVoice } from './book.ts';
import { type Content, contentBytes, digestOfRequest, type RequestedContent } from './contents.ts';
import { createDeciding, type RecordApproval } from './deciding.ts';
import { type Folded, type FoldedRequest, openApprovedBy } from './fold.ts';
import { createGate } from './gate.ts';
import { createOwnFiles } from './own-files.ts';
import { dayLimits, leftToday, mergedPolicy, policySentences } from './policy.ts';
import { createProposing, invalid, notStored, type SendingUses } from './proposing.ts';
import { createSending, partsOf, type Sent } from './sending.ts';
import { openApprovalStore } from './store.ts';
import { approversIn, createViews, isOver, type ListedRow, over } from './views.ts';

type Contract = typeof approvalsContract;
type FileInput = InputOf<Contract['file']>;
type ListInput = InputOf<Contract['list']>;
type ListOutput = OutputOf<Contract['list']>;
type StatusOutput = OutputOf<Contract['status']>;

export interface ApprovalUses extends SendingUses {
  readonly addressBook: Pick<AddressBook, 'accountsOn' | 'check' | 'follow' | 'isPaidInto'>;
}

const noFile =
  'Only rows of a bulk run can be downloaded, and only where the request was not sent and can no longer be.';

export type ApprovalsApi = ReturnType<typeof openApprovals>;

export function openApprovals(core: ProfileCore, uses: ApprovalUses) {
  const { sqlite, audit, intents, clock, profile, notify } = core;
  const { addressBook, bulk, unresolved } = uses;
  const store = openApprovalStore(sqlite);
  const book = createBook({ store, intents, addressBook, bulk, unresolved, clock });
  const views = createViews({ ...uses, book, store });
  const person = () => personName(core.person());
  const proposing = createProposing({ ...core, ...uses, book, person });
  const send = createSending({ ...uses, ...book });
  /** The other half of a double click finds what the first one made. */
  const proposingInTurn = createTurns();
  const fileDigests = new Map<string, string>();
  const gate = createGate({
    book,
    sqlite,
    audit,
    addressBook,
    clock,
    digestOf({ hash, content }) {
      const known = fileDigests.get(hash);
      if (known !== undefined) return known;
      const digest = digestOfRequest((store.proposal(hash) ?? content).request);
      fileDigests.set(hash, digest);
      return digest;
    },
  });

  const team = (): TeamVoice => {
    const voice = book.team();
    if (voice === null) throw invalid('This profile is in no team, so nothing needs approval.');
    return voice;
  };
  const requireMayWrite = (kind: ApprovalKind, sentence: string): void => {
    if (!mayWrite(book.ownRole(), kind)) throw invalid(sentence);
  };
  /** As it stands now, folded anew. */
  const find = (id: string): FoldedRequest => {
    const voice = team();
    const found = book.foldedNow(voice, ({ hash }) => hash === id).proposals.get(id);
    if (found !== undefined) return found;
    throw new Failed('NOT_FOUND', { sentence: 'This computer does not have this request.' });
  };
  /** As it was signed: what is read, approved and sent are those bytes, and no others. */
  const wholeOf = ({ hash, content, digest }: FoldedRequest): RequestedContent => {
    const whole = store.proposal(hash) ?? content;
    if (sha256Hex(contentBytes(whole)) === digest) return whole;
    throw invalid(
      'Part of this request is missing, so it differs from the signed request. Nothing was sent or decided. Request approval again.',
    );
  };
  const own = (id: string): FoldedRequest => {
    const found = find(id);
    if (found.author === team().own) return found;
    throw invalid(
      'Approval was requested on another computer. The request is sent or withdrawn there.',
    );
  };

  const tell = (): void => {
    book.changed();
    for (const topic of ['approvals', 'audit'] as const) notify({ topic, ids: [] });
  };

  /** Signs it for the team. False: it is stored, and goes later. Rejects where nothing was stored. */
  async function say(content: Content): Promise<boolean> {
    const voice = team();
    const bytes = contentBytes(content);
    const before = store.countOf(voice.own, bytes);
    try {
      await voice.say(content.what, bytes);
      return true;
    } catch (error) {
      // What others wrote meanwhile says nothing of it.
      if (store.countOf(voice.own, bytes) === before) {
        core.log.warn({ err: error }, 'an entry about approvals could not be written');
        throw notStored(error);
      }
      return false;
    } finally {
      tell();
    }
  }
  const record: RecordApproval = (action, facts) =>
    void audit.append({ action: `approval.${action}`, facts: { ...facts } });
  const deciding = createDeciding({
    book,
    records: core.records,
    addressBook,
    team,
    requireMayWrite,
    find,
    wholeOf,
    say,
    record,
    person,
  });

  function ended(id: string, why: 'withdrawn' | 'started', note: string): Promise<boolean> {
    return say({ version: 1, what: 'withdrawal', proposal: id, why, note, person: person() });
  }

  /** The one of this computer under this key. Throws where that is about something else. */
  function underKey({ own }: TeamVoice, content: RequestedContent): FoldedRequest | undefined {
    const found = [...store.all()].find(
      (entry) =>
        entry.author === own &&
        entry.content.what === 'proposal' &&
        entry.content.intentKey === content.intentKey,
    );
    if (found === undefined) return undefined;
    const proposal = find(found.hash);
    const isSame = digestOfRequest(wholeOf(proposal).request) === digestOfRequest(content.request);
    if (isSame) return proposal;
    throw invalid('Approval of another request was requested from this form. Start a new one.');
  }

  const inTeam = <Result>(
    work: (of: TeamVoice, folded: Folded) => Result,
    none: Result,
  ): Result => {
    const voice = book.team();
    return voice === null ? none : work(voice, book.folded(voice));
  };
  const allRows = () =>
    inTeam<readonly ListedRow[]>((voice, folded) => {
      // Time alone ends one.
      files.forgetEnded(folded);
      return views.rows(voice, folded);
    }, []);

  const files = createOwnFiles({
    book,
    store,
    bulk,
    sayStarted: (proposal) => ended(proposal, 'started', ''),
  });

  return {
    /** An entry about approvals that the team's judge took, in the running transaction. Throws TypeError for one of another form. */
    take(entry: SignedEntry, content: Uint8Array): void {
      const takenAt = book.team()?.hasRead() === true ? isoNow(clock) : null;
      const said = store.take(entry, content, takenAt);
      book.changed();
      notify({ topic: 'approvals', ids: [] });
      if (said?.what === 'approval' && said.decision === 'refused') files.forgetSoon();
    },
    /** In the running transaction; the team is left after it. */
    forget: store.forget,
    /** null: the profile is in no team. */
    use(voice: TeamVoice | null): void {
      book.use(voice);
      core.approvals.use(voice === null ? null : gate);
      notify({ topic: 'approvals', ids: [] });
      if (voice === null) return;
      const folded = book.folded(voice);
      files.forgetEnded(folded);
      void files.tellStarted(folded);
    },
    changed: book.changed,
    /** Whether owners let requests be sent while the team's database does not answer, and no problem may hide another word. */
    allowsWithoutDatabase(): boolean {
      const voice = book.team();
      if (voice === null || voice.hasProblems()) return false;
      return book.foldedNow(voice, () => false).allowsWithoutDatabase;
    },
    /** How many of a kind owners let the team create in a day (UTC); null: no limit. */
    limitOf(operation: WriteName): number | null {
      const voice = book.team();
      if (voice === null) return null;
      return leftToday(contentsOf(book.foldedNow(voice, () => false)), operation, 0);
    },

    openApprovedBy: (author: string) => inTeam((_, folded) => openApprovedBy(folded, author), 0),
    loosened: () => inTeam(views.loosened, []),

    status(): StatusOutput {
      const voice = book.team();
      if (voice === null) return null;
      const folded = book.folded(voice);
      const { last, ...stands } = views.policyOf(voice, folded);
      return {
        policy: mergedPolicy(last.map(({ content }) => content)),
        limits: dayLimits(contentsOf(folded), (of) => sentOn(sqlite, of, clock.now())),
        sentences: sentencesOf(folded),
        policies: folded.policies.length,
        ...stands,
        maySet: book.ownRole() === 'owner',
        counts: views.counts(views.rows(voice, folded)),
      };
    },

    async needed(asked: ApprovalRequest) {
      const voice = book.team();
      if (voice === null) return { approvers: 0, reasons: [] };
      const { approvers, reasons } = await proposing.needed(voice, asked);
      return { approvers, reasons: [...reasons] };
    },

    rows: allRows,

    list({ which, search, offset, limit }: ListInput): ListOutput {
      const rows = allRows();
      const words = search.toLowerCase().trim();
      const found = rows
        .filter(views.tests[which])
        .filter(({ title, maker }) =>
          `${title} ${maker.person ?? ''} ${maker.computer ?? ''}`.toLowerCase().includes(words),
        );
      return {
        rows: found.slice(offset, offset + limit),
        total: found.length,
        counts: views.counts(rows),
      };
    },

    get(id: string) {
      const voice = team();
      const folded = book.foldedNow(voice, ({ hash }) => hash === id);
      return views.detail(voice, folded, find(id));
    },

    async propose(asked: ApprovalRequest, note: string): Promise<ApprovalRow> {
      requireMayWrite('proposal', 'A reviewer of the team can’t request approval.');
      return await proposingInTurn(async () => {
        const voice = team();
        const content = await proposing.content(voice, asked, note);
        const before = underKey(voice, content);
        if (before !== undefined) return views.row(voice, before);
        await say(content);
        const made = underKey(voice, content);
        if (made === undefined) throw new TypeError('A proposal that was just made is not here.');
        record('proposed', { proposal: made.hash, approvers: content.approvers });
        if (asked.what === 'bulk') bulk.drafts.discard(asked.draftId);
        return views.row(voice, made);
      });
    },

    async withdraw(id: string, note: string): Promise<ApprovalRow> {
      const { state } = own(id);
      if (state !== 'waiting' && state !== 'approved') throw invalid(over(state));
      await ended(id, 'withdrawn', note);
      record('withdrawn', { proposal: id });
      files.forgetEnded(book.folded(team()));
      return views.row(team(), find(id));
    },

    ...deciding,

    file({ id, format }: FileInput): ExportFile {
      const proposal = find(id);
      const { request } = store.proposal(id) ?? proposal.content;
      if (request.what !== 'bulk' || !isOver(proposal)) throw invalid(noFile);
      return bulk.fileOfRequest(id, request, format);
    },

    /**
     * Sends it by its own way, where the gate looks at it again.
     * @param confirmed what was asked (ASKS_FIRST) when it was to be sent before
     */
    async send(id: string, confirmed: string[]): Promise<Sent> {
      const proposal = own(id);
      const { state } = proposal;
      if (state !== 'approved' && state !== 'sent') throw invalid(over(state));
      const whole = wholeOf(proposal);
      if (confirmed.length > 0) record('send-confirmed', { proposal: id, ...partsOf(confirmed) });
      try {
        const sent = await send(whole, book.tryOf(proposal).key, confirmed);
        if (whole.request.what === 'bulk') await files.tellStarted(book.folded(team()));
        return sent;
      } finally {
        tell();
      }
    },

    toSetPolicy() {
      requireMayWrite('policy', 'Only an owner of the team can set the policy.');
      const folded = book.folded(team());
      const read = folded.policies.map(({ hash }) => hash);
      const address = profile.baseUrl ?? '';
      return {
        profile: `${profile.name} · ${environmentNames[profile.environment]} · ${address}`,
        sentences: sentencesOf(folded),
        read,
        approvers: approversIn(team().membership()).size,
      };
    },
    /** @param read hashes of the policies that it takes the place of. False: stored, and told to the team later. */
    async setPolicy(policy: ApprovalPolicy, read: readonly string[]): Promise<boolean> {
      requireMayWrite('policy', 'Only an owner of the team can set the policy.');
      const supersedes = book.folded(team()).policies.map(({ hash }) => hash);
      if (supersedes.join() !== read.join()) {
        throw invalid(
          'The policy changed after you opened this window. Nothing was saved. Close the window and read the current policy first.',
        );
      }
      const isSent = await say({
        version: 1,
        what: 'policy',
        supersedes,
        ...policy,
        person: person(),
      });
      record('policy-set', { rules: policySentences(policy) });
      return isSent;
    },
  };
}

const contentsOf = ({ policies }: Folded) => policies.map(({ content }) => content);
/** What applies now, each once. */
const sentencesOf = (folded: Folded): string[] =>
  policySentences({
    ...mergedPolicy(contentsOf(folded)),
    allowWithoutDatabase: folded.allowsWithoutDatabase,
  });
