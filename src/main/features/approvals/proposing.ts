/** Makes a proposal of what a form has: checked as the request itself would be, with what its maker saw. */
import type { ApprovalRequest } from '../../../bridge/approvals.ts';
import { jsonObject } from '../../../contract/scalars.ts';
import { type Clock, isoTime } from '../../../platform/clock.ts';
import { type Random, randomHex } from '../../../platform/random.ts';
import { maxContentBytes } from '../../../team-log/epochs.ts';
import { TeamDatabaseAway, TeamDatabaseRefused } from '../../../team-log/errors.ts';
import { type OfferedWrite, writeOf } from '../../core/feature/offered-write.ts';
import { Failed } from '../../core/intents/failed.ts';
import type { Intents } from '../../core/intents/types.ts';
import { environmentNames } from '../../core/profiles/environment-names.ts';
import type { Profile } from '../../core/profiles/profile-file.ts';
import type { Records } from '../../core/records/types.ts';
import type { AddressBook } from '../address-book/address-book.ts';
import type { Bulk } from '../bulk/bulk.ts';
import type { UnresolvedApi } from '../unresolved/feature.ts';
import type { Book, TeamVoice } from './book.ts';
import { contentBytes, type ProposedRequest, plain, type RequestedContent } from './contents.ts';
import { type Needed, plannedWrite } from './policy.ts';
import type { NamedText } from './request-text.ts';
import { walletFacts } from './wallets.ts';

/** How long the team may take. */
const lastsMs = 7 * 24 * 60 * 60_000;
/** Most warnings about a file’s wallets that a proposal holds. */
const seenWarnings = 50;

/** How requests are checked and sent. */
export interface SendingUses {
  readonly writes: readonly OfferedWrite[];
  readonly bulk: Pick<
    Bulk,
    'orderOf' | 'keepProposed' | 'forgetProposed' | 'startApproved' | 'fileOfRequest' | 'runs'
  > & {
    readonly drafts: Pick<Bulk['drafts'], 'discard'>;
  };
  readonly unresolved: Pick<UnresolvedApi, 'sendAgain' | 'get' | 'isSentHere' | 'reportersOf'>;
}

export interface ProposingParts extends SendingUses {
  readonly book: Book;
  readonly intents: Pick<Intents, 'get'>;
  readonly records: Pick<Records, 'customerNames'>;
  readonly addressBook: Pick<AddressBook, 'accountsOn' | 'check' | 'follow' | 'isPaidInto'>;
  readonly profile: Pick<Profile, 'name' | 'baseUrl' | 'environment'>;
  readonly person: () => string | null;
  readonly clock: Clock;
  readonly random: Random;
}

interface Made {
  readonly request: ProposedRequest;
  readonly intentKey: string;
  /** Throws what stands in the way of the request, and what it would ask first. */
  readonly requireCreatable: () => Promise<void>;
  /** Keeps what the team is not told of, durable when it resolves. */
  readonly keep: () => Promise<void>;
}

export function createProposing(parts: ProposingParts) {
  const { book, intents, records, addressBook, bulk, clock, random } = parts;

  /** The request, and how it is checked. */
  async function made(asked: ApprovalRequest): Promise<Made> {
    if (asked.what === 'bulk') return await madeOfFile(asked);
    const { intentKey, confirmed, reviewedAddress, confirmations } = asked;
    const write =
      asked.what === 'sendAgain'
        ? await repeated(asked.repeats)
        : { ...asked, operation: asked.what, repeats: null };
    const { operation, input, repeats, ownName } = write;
    return {
      request: {
        what: 'write',
        operation,
        input: plain(input),
        repeats,
        confirmed,
        ownName,
        reviewedAddress,
        confirmations,
      },
      intentKey,
      requireCreatable: () =>
        writeOf(parts.writes, operation).requireCreatable({
          intentKey,
          input,
          confirmed,
          repeats,
          ownName,
          review: { reviewedAddress, confirmations },
        }),
      keep: async () => undefined,
    };
  }

  async function repeated(key: string) {
    const { intent, sendAgainBlocked } = await parts.unresolved.get(key);
    if (sendAgainBlocked !== null) throw invalid(sendAgainBlocked);
    const { operation, input } = intent;
    return { operation, input: jsonObject.parse(input), repeats: key, ownName: '' };
  }

  async function madeOfFile(asked: Extract<ApprovalRequest, { what: 'bulk' }>): Promise<Made> {
    const { draftId: id, confirmations, digest } = asked;
    const order = await bulk.orderOf({ id, confirmations, digest, knownAt: null });
    const { kind, fileName, sha256, columns } = order;
    const rows = order.rows.map(({ row, input, isSecond, name, reference, ownName }) => ({
      row,
      input: plain(input),
      isSecond,
      name,
      reference,
      ownName,
    }));
    const intentKey = randomHex(random, 16);
    return {
      request: { what: 'bulk', kind, fileName, sha256, columns: [...columns], rows },
      intentKey,
      requireCreatable: async () => undefined,
      keep: () => bulk.keepProposed(intentKey, order),
    };
  }

  async function neededBy(voice: TeamVoice, request: ProposedRequest): Promise<Needed> {
    await addressBook.follow();
    const { policies } = book.folded(voice);
    return book.neededBy(policies, plannedWrite(request, book.isPaidInto));
  }

  /** What main knows of it, and what the maker went on in spite of. */
  async function seen(
    request: ProposedRequest,
  ): Promise<{ facts: NamedText[]; warnings: string[] }> {
    const { name, environment, baseUrl } = parts.profile;
    const facts: NamedText[] = [
      ['Profile', `${name} · ${environmentNames[environment]} · ${baseUrl ?? ''}`],
    ];
    const found = await walletFacts(request, addressBook);
    if (request.what === 'bulk') {
      facts.push(['File', request.fileName], ['SHA-256 of the file', request.sha256]);
      if (found.count > 0) {
        facts.push([
          'Wallets',
          `${found.count}, of which ${found.fresh} are new on their networks`,
        ]);
      }
      // All of them are looked up again where it is approved.
      return { facts, warnings: found.warnings.slice(0, seenWarnings) };
    }
    const warnings = request.confirmed.map(
      (id) => `The maker was warned of a possible duplicate (${id}) and continued.`,
    );
    return {
      facts: [...facts, ...customerFacts(request, records), ...found.facts],
      warnings: [...warnings, ...found.warnings],
    };
  }

  return {
    /** Approvals that a request needs, without the checks of `requireCreatable`. */
    async needed(voice: TeamVoice, asked: ApprovalRequest): Promise<Needed> {
      return await neededBy(voice, (await made(asked)).request);
    },

    /** Rejects with Failed as the request itself, and INVALID where it needs no approval. */
    async content(
      voice: TeamVoice,
      asked: ApprovalRequest,
      note: string,
    ): Promise<RequestedContent> {
      const { request, intentKey, requireCreatable, keep } = await made(asked);
      if (intents.get(intentKey) !== null) throw invalid('This request was sent already.');
      await requireCreatable();
      const { approvers, reasons } = await neededBy(voice, request);
      if (approvers === 0) {
        throw invalid('This needs no approval by the team’s policy of now. Send it.');
      }
      const content: RequestedContent = {
        version: 1,
        what: 'proposal',
        request,
        intentKey,
        approvers,
        reasons: [...reasons],
        policies: book.folded(voice).policies.map(({ hash }) => hash),
        ...(await seen(request)),
        note,
        person: parts.person(),
        expiresAt: isoTime(clock.now() + lastsMs),
      };
      if (contentBytes(content).length > maxContentBytes)
        throw invalid(
          'The file is too large to be approved at once: the limit is 4 MB. Split the file.',
        );
      await keep();
      return content;
    },
  };
}

/** Customer of a request, as this computer knows by itself; nothing for a file. */
export function customerFacts(
  request: ProposedRequest,
  records: Pick<Records, 'customerNames'>,
): NamedText[] {
  if (request.what === 'bulk' || typeof request.input['customerId'] !== 'string') return [];
  const { customerId } = request.input;
  const known = records.customerNames([customerId]).get(customerId);
  return [['Customer’s name', known ?? 'Not known to Causeway']];
}

export const invalid = (sentence: string): Failed =>
  new Failed('INVALID', { sentence, cause: 'approvals' });

/** Failure for an entry that was not even stored here. */
export function notStored(error: unknown): Failed {
  if (error instanceof TeamDatabaseRefused)
    return invalid(`Nothing was done. ${error.message} ${error.change}`);
  // By this computer itself: its role, a fork of the members, or that it exchanges nothing.
  if (error instanceof RangeError) return invalid(`Nothing was done. ${error.message}`);
  return invalid(
    error instanceof TeamDatabaseAway
      ? 'The team’s database does not respond, so nothing was done. Try again later.'
      : 'Nothing was done. Something went wrong in Causeway; the log has the details. Try again later.',
  );
}
