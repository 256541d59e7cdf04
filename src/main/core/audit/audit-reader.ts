/** Questions to an audit log that take long, answered by a thread of its own. */
import type { z } from 'zod';
import type { auditFilter } from '../../../bridge/audit.ts';
import { type Clock, isoNow } from '../../../platform/clock.ts';
import { startThread, type Thread } from '../../../platform/thread.ts';
import { programOfThread } from '../../../platform/thread-program.ts';
import type { Stored, StoredWithWords } from './verify-log.ts';

export type AuditFilter = z.output<typeof auditFilter>;

export interface AuditFacets {
  readonly kinds: readonly { readonly kind: string; readonly count: number }[];
  readonly people: readonly {
    readonly by: string;
    readonly name: string | null;
    readonly count: number;
  }[];
}

export interface AuditReaderData {
  readonly file: string;
  readonly key: Uint8Array;
}
export interface AuditReaderNews {
  /** Entries that were checked so far. */
  readonly verified: number;
}
export interface AuditReaderCalls {
  verify(): { readonly entries: number; readonly hash: string; readonly brokenAt: number | null };
  facets(): AuditFacets;
  /** Newest first. */
  page(query: { readonly filter: AuditFilter; readonly offset: number; readonly limit: number }): {
    readonly rows: readonly Stored[];
    readonly total: number;
  };
  /** Oldest first, those after this one; `isRaw`: as the chain covers them. */
  after(query: {
    readonly filter: AuditFilter;
    readonly sequence: number;
    readonly limit: number;
    readonly isRaw?: boolean;
  }): readonly StoredWithWords[];
  /** Entries after this one, up to `until`, whose facts hold one of the IDs, oldest first. */
  naming(query: {
    readonly ids: ReadonlySet<string>;
    readonly sequence: number;
    readonly until: number;
  }): readonly StoredWithWords[];
  /** The hash before each of these entries; null before the first. */
  hashesBefore(sequences: readonly number[]): readonly (string | null)[];
  /** The way of each of these entries to the root of the tree over the first `size` entries (tree.ts). */
  paths(
    size: number,
    wanted: readonly number[],
  ): { readonly root: string; readonly paths: readonly (readonly string[])[] };
}

export type Verification =
  | { readonly state: 'running'; readonly done: number; readonly total: number }
  | { readonly state: 'intact'; readonly at: string; readonly entries: number }
  | { readonly state: 'broken'; readonly at: string; readonly brokenAt: number }
  | { readonly state: 'failed'; readonly at: string };

export interface AuditReader extends AsyncCalls {
  /** Begins it; a running one goes on. Resolves when it is done. */
  check(total: number): Promise<Verification>;
  /** The last check, or the one that runs; null where none was begun. */
  verification(): Verification | null;
  close(): Promise<void>;
}
type AsyncCalls = {
  readonly [Name in Exclude<keyof AuditReaderCalls, 'verify'>]: (
    ...values: Parameters<AuditReaderCalls[Name]>
  ) => Promise<ReturnType<AuditReaderCalls[Name]>>;
};

/** The thread starts with the first question. */
export function openAuditReader(parts: {
  readonly file: string;
  readonly key: Uint8Array;
  readonly clock: Clock;
  readonly onChange: () => void;
}): AuditReader {
  const { file, key, clock, onChange } = parts;
  let thread: Thread<AuditReaderCalls> | null = null;
  let verification: Verification | null = null;
  let running: Promise<Verification> | null = null;
  let isClosed = false;

  const asked = (): Thread<AuditReaderCalls> => {
    if (isClosed) throw new Error('The profile was closed.');
    if (thread !== null) return thread;
    const names = { source: 'audit-thread', program: 'audit-reader' };
    const started = startThread<AuditReaderCalls, AuditReaderNews>({
      name: 'reader of the audit log',
      program: programOfThread(names, import.meta.url),
      data: { file, key },
      onNews({ verified }) {
        if (verification?.state !== 'running') return;
        verification = { ...verification, done: Math.min(verified, verification.total) };
        onChange();
      },
    });
    started.onEnd(() => {
      thread = null;
    });
    thread = started;
    return started;
  };

  const check = async (total: number): Promise<Verification> => {
    verification = { state: 'running', done: 0, total };
    onChange();
    const at = () => isoNow(clock);
    try {
      const { entries, brokenAt } = await asked().call('verify', []);
      return brokenAt === null
        ? { state: 'intact', at: at(), entries }
        : { state: 'broken', at: at(), brokenAt };
    } catch {
      return { state: 'failed', at: at() };
    }
  };

  return {
    facets: () => asked().call('facets', []),
    page: (query) => asked().call('page', [query]),
    after: (query) => asked().call('after', [query]),
    naming: (query) => asked().call('naming', [query]),
    hashesBefore: (sequences) => asked().call('hashesBefore', [sequences]),
    paths: (size, wanted) => asked().call('paths', [size, wanted]),
    check(total) {
      running ??= check(total).then((done) => {
        running = null;
        verification = done;
        if (!isClosed) onChange();
        return done;
      });
      return running;
    },
    verification: () => verification,
    async close() {
      isClosed = true;
      await thread?.end();
    },
  };
}
