/**
 * Approvals: before a write is claimed and journalled, it is asked whether others of the team have to approve it,
 * and whether they have (docs/team-at-work.md). Every way to send asks here. Without a team nothing is asked.
 */
import type { WriteName } from '../../../contract/writes.ts';
import { invalid } from './failed.ts';

/** What is about to be sent. */
export interface WriteToApprove {
  /** Key of the intent. */
  readonly key: string;
  readonly operation: WriteName;
  readonly input: object;
}

export interface RunToApprove {
  readonly id: string;
  readonly kind: 'customer' | 'virtualAccount';
  /** Rows that are still to be sent. */
  readonly rows: readonly {
    readonly row: number;
    readonly input: object;
    readonly isSecond: boolean;
  }[];
  /** The run is resumed: its approval is for what the run was started with. */
  readonly isResumed: boolean;
}

/**
 * Looks once more, without awaiting anything, right before the journal. Throws as what gave it.
 * @param count of the rows that go now; default: all
 */
export type StillApproved = (count?: number) => void;

export interface Approvals {
  /**
   * Rejects with Failed NEEDS_APPROVAL where the team’s policy asks for approval and exactly this was not approved,
   * and with NOT_SENT where that can’t be told now or a limit is reached.
   */
  require(write: WriteToApprove): Promise<StillApproved>;
  requireRun(run: RunToApprove): Promise<StillApproved>;
}

/** Where approvals of the open profile are asked for, before and after its team is known. */
export interface ApprovalsPlace extends Approvals {
  /** null: of no team. */
  use(approvals: Approvals | null): void;
  /** Whether anything has to be asked. */
  isUsed(): boolean;
}

const joined =
  'This profile joined a team in the meantime, whose policy may ask for approval. Requests already sent stay recorded. Resume to send the others as that policy says.';

export function createApprovalsPlace(): ApprovalsPlace {
  let used: Approvals | null = null;
  /** For a profile without a team nobody is asked. Throws INVALID `team-joined` once the profile is in one. */
  const alone: StillApproved = () => {
    if (used !== null) throw invalid(joined, 'team-joined', true);
  };
  return {
    use(approvals) {
      used = approvals;
    },
    isUsed: () => used !== null,
    require: async (write) => (await used?.require(write)) ?? alone,
    requireRun: async (run) => (await used?.requireRun(run)) ?? alone,
  };
}
