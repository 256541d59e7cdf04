/**
 * The signed head of a profile's audit log, kept outside its database. A database that was cut, rolled back
 * or replaced does not fit it:
 *
 *     an entry is durable ──(at most a second)──▶ signed ──▶ on the disk beside the database
 *
 * The anchor may lag behind (a kill, a full disk); it is never ahead of what is durable. Where the database
 * does not fit, nothing is anchored until a person says why, and the anchor of before is kept beside.
 */
import { open } from 'node:fs/promises';
import { z } from 'zod';
import { type Clock, isoNow } from '../../../platform/clock.ts';
import { readIfPresent, writeDurablyLater } from '../../../platform/durable-file.ts';
import { readJson } from '../../../platform/json-column.ts';
import { createLater } from '../../../platform/later.ts';
import { readCount } from '../../../platform/read-count.ts';
import { nextTurn } from '../../../platform/slices.ts';
import type { Sqlite } from '../../../platform/sqlite.ts';
import { createTurns } from '../../../platform/turns.ts';
import type { Log } from '../foundation/log.ts';
import { GENESIS } from './chain.ts';
import { isIntactHead, type SignedHead, type SigningKey, signedHead, signHead } from './signing.ts';
import { EMPTY, grown, type Peaks, peaksOf, rootOf } from './tree.ts';

/**
 * - `cut`: the log ends before the anchored entry; `replaced`: another entry stands in its place;
 * - `missing`: there was an anchor, and its file is gone; `unreadable`: it was changed;
 * - `foreign`: signed with a key that never signed this log, or about another log.
 */
export const anchorProblems = ['cut', 'replaced', 'missing', 'unreadable', 'foreign'] as const;

export interface AnchorAlarm {
  readonly problem: (typeof anchorProblems)[number];
  /** What was anchored; null where that can't be read. */
  readonly anchored: Pick<SignedHead, 'sequence' | 'at'> | null;
  /** Entries that are there. */
  readonly found: number;
}

const anchorFile = z.strictObject({
  version: z.literal(1),
  head: signedHead,
  peaks: z.array(z.string()),
  /** Anchors that did not fit, and what a person said. */
  before: z.array(
    z.object({ head: signedHead.nullable(), problem: z.enum(anchorProblems), reason: z.string() }),
  ),
});
type AnchorFile = z.infer<typeof anchorFile>;

export interface Anchor {
  /** An entry was added, in a transaction that may be undone yet. */
  touch(): void;
  /** Signs and anchors what is durable now. null while the log does not fit its anchor. */
  now(): Promise<SignedHead | null>;
  /** What was anchored last. */
  head(): SignedHead | null;
  alarm(): AnchorAlarm | null;
  /** Anchors the log as it is. */
  accept(reason: string): Promise<void>;
  /** Anchors what is left. Idempotent. */
  close(): Promise<void>;
}

export interface AnchorParts {
  readonly sqlite: Sqlite;
  readonly file: string;
  readonly key: SigningKey;
  readonly installationId: string;
  readonly profileId: string;
  readonly clock: Clock;
  readonly log: Pick<Log, 'error'>;
  /** It was anchored, or found not to fit. */
  readonly onChange?: () => void;
}

/** How long entries gather before the next anchor. */
const GATHERING_MS = 500;
const PAGE = 500;

const linkRow = z.object({ sequence: z.int(), hash: z.string() });

/** Checks the database against its anchor, in three reads. */
export function openAnchor(parts: AnchorParts): Anchor {
  const { sqlite, key, clock, log, onChange = () => undefined } = parts;
  const { installationId, profileId } = parts;

  const linkAt = (sequence: number) => {
    const row = sqlite.first('SELECT sequence, hash FROM audit_log WHERE sequence = ?', [sequence]);
    return row === undefined ? null : linkRow.parse(row);
  };
  const found = (): number =>
    readCount(sqlite, 'SELECT coalesce(max(sequence), 0) AS count FROM audit_log');
  const hasSigned = (publicKey: string): boolean =>
    sqlite.first('SELECT 1 FROM audit_keys WHERE public_key = ?', [publicKey]) !== undefined;
  const wasAnchored = (): boolean => sqlite.first('SELECT 1 FROM audit_keys') !== undefined;

  const isWhole = ({ head, peaks }: AnchorFile): boolean =>
    isIntactHead(head) &&
    peaks.length === peaksOf(head.sequence) &&
    rootOf({ size: head.sequence, peaks }) === head.root;
  const isOfThisLog = (head: SignedHead): boolean =>
    head.profileId === profileId && (head.key === key.publicKey || hasSigned(head.key));

  const standsIn = ({ sequence, hash }: SignedHead): boolean =>
    hash === (sequence === 0 ? GENESIS : linkAt(sequence)?.hash);

  const problemOf = (kept: AnchorFile | 'unreadable' | null): AnchorAlarm['problem'] | null => {
    if (kept === null) return wasAnchored() ? 'missing' : null;
    if (kept === 'unreadable' || !isWhole(kept)) return 'unreadable';
    const { head } = kept;
    if (!isOfThisLog(head)) return 'foreign';
    if (head.sequence > found()) return 'cut';
    return standsIn(head) ? null : 'replaced';
  };

  const read = readAnchor(parts.file);
  const kept = read === 'unreadable' ? null : read;
  const problem = problemOf(read);
  let head = kept?.head ?? null;
  let before = kept?.before ?? [];
  let alarm: AnchorAlarm | null =
    problem === null ? null : { problem, anchored: head, found: found() };
  let tree: Peaks =
    kept === null || alarm !== null ? EMPTY : { size: kept.head.sequence, peaks: kept.peaks };

  /** Takes the entries since into the tree; the hash of the last, null where one is missing. */
  const catchUp = async (): Promise<string | null> => {
    let hash = tree.size === 0 ? GENESIS : (linkAt(tree.size)?.hash ?? null);
    for (;;) {
      const rows = z
        .array(linkRow)
        .parse(
          sqlite.all(
            'SELECT sequence, hash FROM audit_log WHERE sequence > ? ORDER BY sequence LIMIT ?',
            [tree.size, PAGE],
          ),
        );
      const last = rows.at(-1);
      if (last === undefined) return hash;
      if (last.sequence !== tree.size + rows.length) return null;
      tree = grown(
        tree,
        rows.map((row) => row.hash),
      );
      hash = last.hash;
      if (rows.length < PAGE) return hash;
      await nextTurn();
    }
  };

  const anchor = async (): Promise<SignedHead | null> => {
    if (alarm !== null) return null;
    const hash = await catchUp();
    if (hash === null) return null;
    if (head?.sequence === tree.size && head.key === key.publicKey) return head;
    const { size, peaks } = tree;
    const facts = { sequence: size, hash, root: rootOf(tree), at: isoNow(clock) };
    const next = signHead(key, { installationId, profileId, ...facts });
    // Derived data commits without waiting for the disk; an anchor must not be ahead of it.
    await sync(`${sqlite.file}-wal`);
    const content: AnchorFile = { version: 1, head: next, peaks: [...peaks], before };
    await writeDurablyLater(parts.file, JSON.stringify(content));
    head = next;
    if (!hasSigned(key.publicKey)) {
      sqlite.run('INSERT INTO audit_keys (public_key, since) VALUES (?, ?)', [
        key.publicKey,
        facts.at,
      ]);
    }
    onChange();
    return head;
  };

  /** One after the other: a later anchor never gives way to an earlier one. */
  const inTurn = createTurns();
  const quietly = () =>
    inTurn(anchor).catch((error: unknown) =>
      log.error({ err: error, profileId }, 'the audit log could not be anchored'),
    );

  const anchoring = createLater(() => void quietly());
  const touch = () => anchoring.within(GATHERING_MS);
  touch();

  return {
    touch,
    now: () => inTurn(anchor),
    head: () => (alarm === null ? head : null),
    alarm: () => alarm,
    accept: (reason) =>
      inTurn(async () => {
        if (alarm === null) return;
        const standing = { alarm, head, before, tree };
        before = [...before, { head, problem: alarm.problem, reason }];
        alarm = null;
        head = null;
        tree = EMPTY;
        const signed = await anchor().catch((error: unknown) => {
          log.error({ err: error, profileId }, 'the audit log could not be anchored anew');
          return null;
        });
        if (signed !== null) return;
        ({ alarm, head, before, tree } = standing);
        throw new Error('The audit log could not be anchored anew.');
      }),
    async close() {
      anchoring.stop();
      await quietly();
    },
  };
}

function readAnchor(file: string): AnchorFile | 'unreadable' | null {
  try {
    const bytes = readIfPresent(file);
    if (bytes === null) return null;
    return readJson(anchorFile, bytes);
  } catch {
    return 'unreadable';
  }
}

async function sync(file: string): Promise<void> {
  const handle = await open(file, 'r+').catch(() => null);
  if (handle === null) return;
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
