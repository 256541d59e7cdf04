/** What drifted, of one profile: followed in the background, shown, and signed off by a person. */
import type { z } from 'zod';
import type {
  ChangeKind,
  changesContract,
  listChangesInput,
  ReportedChangeView,
} from '../../../bridge/changes.ts';
import type { OutputOf } from '../../../bridge/procedure.ts';
import { json } from '../../../bridge/scalars.ts';
import { type Clock, isoNow } from '../../../platform/clock.ts';
import { createFollower } from '../../../platform/follower.ts';
import { createLater } from '../../../platform/later.ts';
import type { Sqlite } from '../../../platform/sqlite.ts';
import type { Audit } from '../../core/audit/types.ts';
import type { Log } from '../../core/foundation/log.ts';
import { type Failed, invalid } from '../../core/intents/failed.ts';
import { requireNoKey, requireNoSecret } from '../../core/intents/no-secret.ts';
import { withMaskedValue } from '../../core/records/field-changes.ts';
import type { KnownRecord, Records } from '../../core/records/types.ts';
import { createChangesRepository, type StoredChange } from './changes-repository.ts';
import { followObservations } from './follow.ts';
import type { SameMeaning } from './reported.ts';

type Contract = typeof changesContract;

export interface ReportedChanges {
  /** Waits until all that was observed is gone through. */
  list(query: z.output<typeof listChangesInput>): Promise<OutputOf<Contract['list']>>;
  open(): Promise<OutputOf<Contract['open']>>;
  /** Open ones by a moment (null is now), the newest first, with how many and since when. */
  openBy(
    moment: string | null,
    limit: number,
  ): Promise<{
    readonly rows: readonly ReportedChangeView[];
    readonly count: number;
    readonly since: string | null;
  }>;
  /**
   * Throws Failed INVALID, and signs nothing off: when one is no longer open as it was shown, for a
   * note that holds a key or a token, and out of the past (`knownAt` unless null).
   */
  signOff(
    ids: readonly string[],
    note: string,
    knownAt: string | null,
  ): Promise<OutputOf<Contract['signOff']>>;
  /** In a sentence, what is open of one resource, as far as it is followed by now; empty where nothing is. */
  concerns(kind: ChangeKind, id: string): string[];
  /** Resolves when all that was observed before is gone through. */
  followed(): Promise<void>;
  /** Something may have been observed: it is gone through in the background, soon. */
  wake(): void;
  /** Throws away what is derived and finds it again. What was signed off stays signed off. */
  rebuild(): Promise<void>;
  /** Idempotent. */
  close(): Promise<void>;
}

export interface ChangesParts {
  /** The profile's database, with changesMigrations applied. */
  readonly sqlite: Sqlite;
  readonly records: Pick<Records, 'get' | 'columns'>;
  readonly audit: Pick<Audit, 'append'>;
  readonly clock: Clock;
  readonly log: Log;
  /** Values that are the same though they are written otherwise (decisions 27). */
  readonly isSameMeaning: SameMeaning;
  /** Names this installation among others. */
  readonly desk: string;
  /** Flags came or went. */
  readonly tell: () => void;
}

/** Notices come in bursts; one round goes through what all of them are about. In milliseconds. */
const GATHERING_MS = 150;

export function openChanges(parts: ChangesParts): ReportedChanges {
  const { sqlite, audit, clock, log, desk } = parts;
  const changes = createChangesRepository(sqlite);
  const observed = followObservations(sqlite, changes, parts.isSameMeaning);
  let isClosed = false;
  let hasFound = false;

  const follower = createFollower(() => {
    const step = observed.step();
    hasFound ||= step.hasFound;
    return step.isBehind;
  });
  const catchUp = async (): Promise<void> => {
    if (isClosed) throw new Error('The profile was closed.');
    try {
      await follower.catchUp();
    } finally {
      if (hasFound && !isClosed) parts.tell();
      hasFound = false;
    }
  };
  const waking = createLater(() => {
    catchUp().catch((error: unknown) => {
      if (!isClosed) log.error({ err: error }, 'changes could not be looked for');
    });
  });

  return {
    async list({ kind, resourceId, state, offset, limit }) {
      await catchUp();
      const isOpen = state === 'open';
      const { rows, total } = changes.page({ kind, id: resourceId, isOpen, offset, limit });
      const viewed = rows.map((row) => viewOf(row, parts, signOffOf(row.signOff)));
      return { rows: viewed, total, ...changes.counts() };
    },

    async open() {
      await catchUp();
      return { ...changes.counts(), marks: changes.marks() };
    },

    async openBy(moment, limit) {
      await catchUp();
      const { rows, ...facts } = changes.openBy(moment, limit);
      return { rows: rows.map((row) => viewOf(row, parts, signOffOf(row.signOff))), ...facts };
    },

    async signOff(ids, note, knownAt) {
      if (knownAt !== null) throw outOfThePast();
      requireNoSecret(note);
      requireNoKey(note, 'The note');
      await catchUp();
      const at = isoNow(clock);
      const words = note.trim();
      sqlite.transaction(() => {
        for (const id of new Set(ids)) {
          const change = changes.open(id);
          if (change === null) throw invalid(changed, 'changed');
          changes.signOff(change, { at, desk, note: words });
          const { kind, id: resourceId } = change.resource;
          audit.append({
            action: 'drift.signed-off',
            facts: {
              changeId: id,
              kind,
              resourceId,
              path: change.path,
              note: words,
              observationId: change.is.said.position.observationId,
            },
          });
        }
      });
      parts.tell();
      return { signedOff: new Set(ids).size };
    },

    concerns(kind, id) {
      const { total } = changes.page({ kind, id, isOpen: true, offset: 0, limit: 1 });
      return total === 0 ? [] : [concern];
    },

    followed: catchUp,

    wake: () => waking.within(GATHERING_MS),

    async rebuild() {
      observed.forget();
      await catchUp();
    },

    async close() {
      isClosed = true;
      waking.stop();
      await follower.close();
    },
  };

  function signOffOf(sequence: number | null): ReportedChangeView['signedOff'] {
    const signOff = sequence === null ? null : changes.signOffOf(sequence);
    if (signOff === null) return null;
    return { at: signOff.at, note: signOff.note, isHere: signOff.desk === desk };
  }
}

const concern = 'The service reported a change. Check it and sign it off first.';
const changed =
  'Nothing was signed off: one of these values changed again, or someone signed it off. Check the current list.';

function viewOf(
  { changeId, resource, path, weight, was, is }: StoredChange,
  { records }: Pick<ChangesParts, 'records'>,
  signedOff: ReportedChangeView['signedOff'],
): ReportedChangeView {
  return {
    id: changeId,
    kind: resource.kind,
    resourceId: resource.id,
    name: nameOf(resource.kind, resource.id, records),
    path,
    weight,
    signedOff,
    was: sideOf(was, resource.kind, path),
    is: sideOf(is, resource.kind, path),
  };
}

const sideOf = (
  { value, said }: StoredChange['was'],
  kind: ChangeKind,
  path: string,
): ReportedChangeView['was'] => ({
  value: json.parse((kind === 'bankAccount' ? withMaskedValue(value, path) : value) ?? null),
  source: said.source,
  observedAt: said.observedAt,
  happenedAt: said.happenedAt,
  eventId: said.eventId,
});

/** As lists name it: the customer, the holder of a bank account, the name of a webhook. */
function nameOf(kind: ChangeKind, id: string, records: ChangesParts['records']): string | null {
  switch (kind) {
    case 'customer':
      return records.columns('customer', id)?.name ?? null;
    case 'virtualAccount':
      return records.columns('virtualAccount', id)?.customerName ?? null;
    case 'bankAccount':
      return records.columns('bankAccount', id)?.accountHolderName ?? null;
    case 'webhook':
      return textOf(records.get('webhook', id), 'name');
  }
}

function textOf(record: KnownRecord | null, key: string): string | null {
  const value = record?.body[key];
  return typeof value === 'string' && value !== '' ? value : null;
}

const outOfThePast = (): Failed =>
  invalid(
    'Nothing was signed off: you are viewing earlier data. Return to now, check the changes, then sign them off.',
    'as-of',
  );
