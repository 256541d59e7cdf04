/** Actions of the console itself in the audit log, which lives in the database of the open profile. */
import type { JsonObject } from '../../contract/scalars.ts';
import type { Audit, AuditTrail } from '../core/audit/types.ts';
import type { Log } from '../core/foundation/log.ts';
import type { PendingAction, PendingActions } from './pending-actions.ts';

export interface FlushedTrail extends AuditTrail {
  /** Writes down what was held. Called when a profile has opened, or none will by itself. */
  flush(): void;
  /** Moves what waits for this profile, which is about to be erased, to the log of another. */
  takeOver(profileId: string): void;
}

export interface OpenLog {
  readonly profileId: string;
  readonly audit: Pick<Audit, 'append'>;
}

export interface AuditTrailOptions {
  /** The open profile; null when none is open. */
  readonly open: () => OpenLog | null;
  /** Profile whose log gets what is recorded while none is open; null while one is about to open, or none is stored. */
  readonly waitsFor: () => string | null;
  readonly pending: PendingActions;
  readonly onAppend: () => void;
  readonly log: Log;
}

/** Actions that wait for a profile; a console that stays locked does few. */
const maxHeld = 200;

/** Says how many actions are in no log, as too many waited. */
const lostAction = 'audit.entries-lost';

export function createAuditTrail(options: AuditTrailOptions): FlushedTrail {
  const { pending, onAppend, log } = options;
  const held: PendingAction[] = [];
  /** Too many to be held. */
  let lost = 0;
  /** A full disk must not undo what was done; it is written with the next action. */
  const attempt = (work: () => void): boolean => {
    try {
      work();
      return true;
    } catch (error) {
      log.error({ err: error }, 'actions could not be written to the audit log');
      return false;
    }
  };
  const release = (take: (entry: PendingAction) => void): void =>
    void attempt(() => {
      // They came before those that are held.
      if (lost > 0) take({ action: lostAction, facts: { count: lost } });
      lost = 0;
      for (let next = held[0]; next !== undefined; next = held[0]) {
        take(next);
        held.shift();
      }
    });
  const flush = (): void => {
    const open = options.open();
    if (open === null) {
      const profileId = options.waitsFor();
      // Causeway may stop before one opens.
      if (profileId !== null) release((entry) => pending.keep(profileId, entry));
      return;
    }
    let count = 0;
    const append = (entry: PendingAction) => {
      open.audit.append(entry);
      count += 1;
    };
    attempt(() => pending.hand(open.profileId, append));
    release(append);
    if (count > 0) onAppend();
  };
  const record = (action: string, facts: JsonObject = {}): void => {
    held.push({ action, facts });
    if (held.length > maxHeld) {
      held.shift();
      lost += 1;
    }
    flush();
  };
  return {
    record,
    recordFor(profileId, action, facts = {}) {
      const isOpen = options.open()?.profileId === profileId;
      const isKept = !isOpen && attempt(() => pending.keep(profileId, { action, facts }));
      // Better in the log of another profile than in none.
      if (!isKept) record(action, facts);
    },
    flush,
    takeOver: (profileId) =>
      void attempt(() => pending.hand(profileId, ({ action, facts }) => record(action, facts))),
  };
}
