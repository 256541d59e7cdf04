/** Deliveries and webhooks of a profile that is connected with its team. */
import type { Clock } from '../../../../platform/clock.ts';
import type { Random } from '../../../../platform/random.ts';
import type { Sqlite } from '../../../../platform/sqlite.ts';
import { streamOfTeam, type TeamSigning } from '../../../../team-log/entry.ts';
import type { TeamLog } from '../../../../team-log/team-log.ts';
import type { Log } from '../../../core/foundation/log.ts';
import type { TeamSide } from '../../webhooks/team-side.ts';
import type { Connected } from '../connected.ts';
import { membersIn, shownName } from '../member-name.ts';
import type { TeamRow } from '../team-state.ts';
import { openTeamDeliveries, type TeamDeliveries } from './team-deliveries.ts';

export interface ConnectedDeliveriesParts {
  readonly side: TeamSide;
  readonly sqlite: Sqlite;
  readonly signing: TeamSigning;
  readonly random: Random;
  readonly clock: Clock;
  readonly row: Pick<TeamRow, 'team' | 'stream'>;
  readonly log: Pick<TeamLog, 'forwards'>;
  readonly report: Pick<Log, 'error' | 'warn'>;
}

/** A computer that was not seen for so long is not there. */
const AWAY_MS = 2 * 60_000;

export function openDeliveriesOf(
  open: Connected,
  { row, log, report, ...parts }: ConnectedDeliveriesParts,
): TeamDeliveries {
  return openTeamDeliveries({
    ...{ ...parts, ...row, log: report, forwards: log.forwards },
    members: () => membersIn(open),
    // It never was anything else, and is none by another word.
    isRelay: (key) =>
      open
        .membership()
        .members.get(key)
        ?.tenures.some(({ role }) => role === 'relay') === true,
    firstSecret: () => open.epochs.secretOf(1),
    nameOf: (id) => shownName(open.nameOf, id),
    isThere: (id) => (open.sinceSeen(id) ?? Number.POSITIVE_INFINITY) < AWAY_MS,
    say: (kind, content) =>
      open.say(kind === 'paths' ? streamOfTeam(row.team) : row.stream, { kind, content }),
  });
}
