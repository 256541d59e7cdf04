/** What people do with a team that is here: its members, problems of its log, recovery, forks, and the token. */
import { type Clock, isoNow } from '../../../platform/clock.ts';
import type { Sqlite } from '../../../platform/sqlite.ts';
import { streamOfTeam } from '../../../team-log/entry.ts';
import { TeamDatabaseAway } from '../../../team-log/errors.ts';
import type { ProfileCore } from '../../core/feature/feature.ts';
import { acknowledgement, type RecordAct } from './acknowledgement.ts';
import type { Connected } from './connected.ts';
import { createForkActs } from './fork-acts.ts';
import { shownName } from './member-name.ts';
import { createMembershipActs } from './membership-acts.ts';
import { createRecoveryActs } from './recovery-acts.ts';
import { invalid, inWords } from './team-failures.ts';
import type { KeptProblem, TeamState } from './team-state.ts';
import { createTokenSharing, type TokenSharingParts } from './token-sharing.ts';

export interface TeamActsParts
  extends Pick<AcknowledgingParts, 'state' | 'record' | 'onChange'>,
    Pick<TokenSharingParts, 'requireOwner' | 'requireConnected' | 'connected' | 'signing'> {
  readonly core: Pick<ProfileCore, 'sqlite' | 'profile' | 'clock' | 'random'>;
  readonly installed: Pick<TokenSharingParts, 'tokens'>;
}

export function createTeamActs({ core, installed, ...parts }: TeamActsParts) {
  const { state, requireConnected, onChange } = parts;
  const all = { ...core, ...parts };
  return {
    ...createMembershipActs(all),
    ...createAcknowledging(all),
    ...createRecoveryActs(parts.requireOwner, core.random),
    ...createForkActs(requireConnected, parts.record, onChange),
    ...createTokenSharing({
      ...all,
      tokens: installed.tokens,
      stream: () => state.get()?.stream ?? '',
    }),
  };
}

interface AcknowledgingParts {
  readonly sqlite: Sqlite;
  readonly state: TeamState;
  readonly clock: Clock;
  /** Throws Failed INVALID for anybody else. */
  readonly requireOwner: () => Connected;
  readonly record: RecordAct;
  readonly onChange: () => void;
}

/** An owner's word on a problem of the log: put aside here, and on the team's other computers when they read it. */
function createAcknowledging(parts: AcknowledgingParts) {
  const { sqlite, state, clock, requireOwner, record, onChange } = parts;
  return {
    /** As an owner reads it. Throws Failed INVALID where it is not open, or this computer is no owner's. */
    problem(number: number): { problem: KeptProblem; author: string } {
      const open = requireOwner();
      const problem = state.problem(number);
      if (problem === undefined) throw invalid('This problem is no longer open.');
      const { author } = problem;
      return { problem, author: shownName(open.nameOf, author) };
    },
    /** Resolves when the team's database has it, or it is stored here to be sent. */
    async putAside(found: KeptProblem, note: string): Promise<void> {
      const open = requireOwner();
      const { kind, author, stream, sequence, until } = found;
      const problem = { kind, author, stream, sequence, until };
      sqlite.transaction(() => {
        if (!state.putAside(found, note, isoNow(clock)))
          throw invalid('The problem has changed meanwhile. Read it again.');
        record('problem-put-aside', { ...problem, note });
      });
      onChange();
      const said = acknowledgement.parse({ version: 1, problem, note });
      const teamStream = streamOfTeam(open.membership().team);
      try {
        await open.say(teamStream, {
          kind: 'acknowledgement',
          content: Buffer.from(JSON.stringify(said)),
        });
      } catch (error) {
        if (!(error instanceof TeamDatabaseAway)) throw inWords(error);
      }
    },
  };
}
