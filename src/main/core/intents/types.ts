/** The journal of writes (docs/architecture.md): a write is an intent first. */
import type { z } from 'zod';
import type { IntentView, intentState } from '../../../bridge/intents.ts';
import type { WriteInputs } from '../../../contract/operations.ts';
import type { WriteName } from '../../../contract/writes.ts';
import type { Audit } from '../audit/types.ts';
import type { NewObservation } from '../records/types.ts';
import type { WriteOutcome } from '../service/outcomes.ts';

export type IntentState = z.infer<typeof intentState>;
/** What the end of a call can make of an intent; the others are a person's word. */
export type SentState = Exclude<IntentState, 'exists' | 'absent'>;

/** A write that another would be a second of. */
export interface SimilarIntent {
  readonly fingerprint: string;
  readonly key: string;
  /** ID of the created resource; null while none is known. */
  readonly resourceId: string | null;
}

/** A similar write that has no fingerprint, found by what was sent. */
export interface SameIntent extends Omit<SimilarIntent, 'fingerprint'> {
  readonly content: string;
}

/** An intent as it stands in the journal. */
export interface Intent extends Omit<IntentView, 'retryAt'> {
  /** HTTP status of the answer; null when none came. */
  readonly status: number | null;
  /**
   * Closed cause of what was not created: those of the service client (causes.ts), `restart` (the
   * program ended before an answer), `internal` (sending failed in an unforeseen way), `not-kept`
   * (the answer could not be written to the disk, which is not in the journal itself).
   */
  readonly cause: string | null;
  /** How long the service asked to wait, in milliseconds; null when it did not. */
  readonly retryAfterMs: number | null;
  /** What makes two intents alike; null when nothing does. */
  readonly fingerprint: string | null;
}

export type Answered = Extract<WriteOutcome, { kind: 'answered' }>;

/** What an answer teaches. */
export interface ResponseEffects {
  readonly resourceId: string;
  readonly observations: readonly NewObservation[];
  /** Secrets of the answer by name, kept encrypted in the same transaction (`webhook.secret`). */
  readonly sealed?: Readonly<Record<string, string>>;
  /** Entries of the audit log beside that of the write, in the same transaction. */
  readonly audit?: readonly AuditNote[];
}

/** Ids and facts, never secrets or personal data. */
export type AuditNote = Parameters<Audit['append']>[0];

export interface IntentRequest<Operation extends WriteName> {
  /** 32 hex digits, minted where the form opened. */
  readonly key: string;
  readonly operation: Operation;
  readonly input: WriteInputs[Operation];
  /** What makes two intents alike, by the caller's rules; findAlike looks for it. */
  readonly fingerprint?: string | null;
  /** Key of the intent that this one sends again, by a person's choice. */
  readonly repeats?: string | null;
  /** Called once, after the journal is durable. */
  readonly send: () => Promise<WriteOutcome>;
  /**
   * What an answer teaches. Unless told: the input as an `entered` observation and the resource as
   * a `create-answer`, and the secret of a webhook sealed as `webhook.secret`.
   */
  readonly onAnswer?: (answer: Answered, intent: Intent) => ResponseEffects;
}

/** A request of whichever operation. */
export type AnyRequest = IntentRequest<WriteName>;

/** What a group is opened with. */
export interface GroupOptions {
  /** Most intents that are journalled and not settled at a time; room for so many is held. */
  readonly most: number;
  /** An answer came: the next step keeps it. */
  readonly onAnswer: () => void;
  /** Joins the transaction that journals them. */
  readonly onJournalled: (intents: readonly Intent[]) => void;
  /**
   * Joins the transaction that settles them. After a failure of that it is called again, in one of its
   * own, for what was settled one by one.
   */
  readonly onSettled: (intents: readonly Intent[]) => void;
}

/** Many writes at a time, for bulk work: journalled in one commit, settled in one commit. */
export interface IntentGroup {
  /** Journalled and not settled. */
  underWay(): number;
  /**
   * One durable transaction keeps the outcomes that came since the last step and journals the
   * requests, each under a key that is new; then they are sent. Gives what was settled.
   *
   * What can't be kept like that is done one by one, as `run` does it, some of it with the next steps:
   * an outcome is kept whatever becomes of the requests. `notJournalled` tells that none of them was
   * sent because they can't be, and why. Not `isJournalled` without it: none was sent, because an
   * answer was in the way; the next step may take them. Never throws.
   */
  step(
    requests: readonly AnyRequest[],
    /** Outcomes of one step, at most: 16 unless told. More of them come with the next. */
    maxOutcomes?: number,
  ): {
    readonly settled: readonly Intent[];
    readonly notJournalled: NotStored | null;
    readonly isJournalled: boolean;
  };
  /** Gives the room back. Only when nothing is under way. */
  close(): void;
}

export interface Intents {
  /**
   * Journals before it returns the promise (durable, with room for the outcome), sends, and keeps the outcome, what it teaches and
   * the audit entry in one transaction. Resolves with the settled intent, whatever became of it.
   *
   * The same key again gives the running promise or the settled intent and sends nothing: trying
   * again takes a new key. Rejects with IntentConflict for the same key with other content, with
   * NotStored when the journal could not be written, and with Failed INVALID for an input that
   * holds a private key or a seed phrase (no-secret.ts); then nothing was sent.
   */
  run<Operation extends WriteName>(request: IntentRequest<Operation>): Promise<Intent>;
  /** Groups follow one another: close one before the next is opened. */
  openGroup(options: GroupOptions): IntentGroup;
  /** Journalled without an outcome → `unknown`. Called once when a profile opens; never resends. */
  recover(): Intent[];
  get(key: string): Intent | null;
  /** Whether this computer journalled it, as its audit log has it: what others tell is in the journal, too. */
  isSentHere(key: string): boolean;
  /** Those of the keys that are known, by key. */
  getAll(keys: readonly string[]): ReadonlyMap<string, Intent>;
  /** Newest first. */
  list(query: {
    readonly operation?: WriteName | null;
    readonly state?: IntentState | null;
    /** Those alone whose outcome was unknown at this moment, whatever became of them since. */
    readonly unknownAt?: string | null;
    /** Those alone that are older than the one with this key: a page stays whole while rows change. */
    readonly before?: string | null;
    readonly offset: number;
    readonly limit: number;
  }): { readonly rows: Intent[]; readonly total: number };
  /** Intents of this fingerprint that are under way, created, found or may exist, newest first. */
  findAlike(operation: WriteName, fingerprint: string): Intent[];
  /** The same of those without a fingerprint that sent exactly this. */
  findSame(operation: WriteName, input: object): SameIntent[];
  /** The first other request of its operation that was answered with this resource; null when there is none. */
  answeredBefore(request: Pick<Intent, 'key' | 'operation'>, resourceId: string): Intent | null;
  /** The answer that did not create it, byte for byte, secrets and all; null when none was kept. */
  readAnswer(key: string): Uint8Array | null;
  /** A secret that an answer brought, for example `webhook.secret`; null when there is none. */
  readSealed(key: string, name: string): string | null;
  /** Resolves when no intent is under way. Wait for it before closing the database. */
  idle(): Promise<void>;
}

/** Why `run` rejects; nothing was sent, as with NotStored. The key stands for something else already. A new form takes a new key. */
export class IntentConflict extends Error {
  override readonly name = 'IntentConflict';
  constructor() {
    super('This request key belongs to another request. Nothing was sent.');
  }
}

/** The journal could not be written, most likely because the disk is full. */
export class NotStored extends Error {
  override readonly name = 'NotStored';
  /** Whether there is no room left on the disk. */
  readonly isDiskFull: boolean;
  constructor(cause: unknown, isDiskFull: boolean) {
    super(
      isDiskFull
        ? 'The disk is full, so the request could not be stored. Nothing was sent.'
        : 'The request could not be stored. Nothing was sent.',
      { cause },
    );
    this.isDiskFull = isDiskFull;
  }
}
