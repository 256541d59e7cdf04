/** A team's webhooks on this desk: what relays took goes into the inbox, and webhooks are shared (sharing.ts). */
import { createBackgroundWork } from '../../../../platform/background-work.ts';
import type { Clock } from '../../../../platform/clock.ts';
import type { Random } from '../../../../platform/random.ts';
import type { Sqlite } from '../../../../platform/sqlite.ts';
import { packDeliveries } from '../../../../team-log/deliveries.ts';
import { type SignedEntry, streamOfTeam, type TeamSigning } from '../../../../team-log/entry.ts';
import type { TeamForwards } from '../../../../team-log/forwards.ts';
import { mayWrite } from '../../../../team-log/kinds.ts';
import { personOf } from '../../../../team-log/membership.ts';
import type { TeamLog } from '../../../../team-log/team-log.ts';
import type { Log } from '../../../core/foundation/log.ts';
import type { TeamSide } from '../../webhooks/team-side.ts';
import type { Connected } from '../connected.ts';
import { createTeamForwarding, type TeamForwardingParts } from '../forwards/team-forwarding.ts';
import { membersIn, shownName } from '../member-name.ts';
import type { TeamRow } from '../team-state.ts';
import { createMemberChecks } from './member-checks.ts';
import { createRelayedQueue } from './relayed-queue.ts';
import { createSharing, type SharingParts, type TeamMember } from './sharing.ts';
import { createTeamCoverage, type TeamCoverageParts } from './team-coverage.ts';

/** What it says: `paths` into the team's stream, all others into the profile's. */
export type SharedKind = 'webhook' | 'paths' | 'deliveries' | 'verdicts' | 'coverage';

export interface TeamDeliveriesParts
  extends Omit<SharingParts, 'side' | 'say'>,
    Pick<TeamForwardingParts, 'firstSecret' | 'nameOf'> {
  readonly side: TeamSide;
  readonly forwards: TeamForwards;
  readonly clock: Clock;
  /** Signs, and resolves when the team's database has it. */
  readonly say: (kind: SharedKind, content: Uint8Array) => Promise<void>;
  /** Whether the author was admitted as a relay, and perhaps removed since. */
  readonly isRelay: (author: string) => boolean;
  readonly urlOf: TeamCoverageParts['urlOf'];
  /** Whether the member was seen within the last minutes. */
  readonly isThere: (member: string) => boolean;
  readonly log: Pick<Log, 'error' | 'warn'>;
}

export interface TeamDeliveries {
  /**
   * Takes an entry of kind `deliveries`, `verdicts`, `webhook` or `coverage` in the running transaction; others are
   * nothing to it. Throws for a content of another form.
   */
  takeOther(entry: SignedEntry, content: Uint8Array): void;
  /** Members, their roles or their keys are otherwise. Call it once after opening, too. */
  membershipChanged(): void;
  /** Deliveries may have come. */
  wake(): void;
  close(): Promise<void>;
}

/** How often it is looked what is to be said. */
const EVERY_MS = 5_000;
const waits = { firstMs: 1_000, longestMs: 60_000 };

export function openTeamDeliveries(parts: TeamDeliveriesParts): TeamDeliveries {
  const { side, team, log, members, isThere } = parts;
  const own = parts.signing.publicKey;
  const sharing = createSharing(parts);
  const judged = createMemberChecks({
    ...parts,
    own,
    sharerOf: sharing.sharerOf,
    present: () =>
      members().flatMap(({ signing, role }) =>
        signing !== own && mayWrite(role, 'verdicts') && isThere(signing) ? [signing] : [],
      ),
  });
  const queue = createRelayedQueue({
    ...parts,
    judged,
    take: side.take,
    judges: sharing.mayShare,
    isOwnPath: (author, path) => sharing.isSharer(author, path) && !sharing.isAtRelay(path),
  });
  const told = createOwnDeliveries({ ...parts, paths: sharing.ownPaths });
  const coverage = createTeamCoverage({ ...parts, isSharer: sharing.isSharer });
  let isClosed = false;

  const share = async (): Promise<void> => {
    for (const { error } of await sharing.takeShared()) {
      log.warn({ err: error }, 'a webhook that another computer shared is not kept here');
    }
    queue.tryAgain();
    if (!sharing.mayShare()) return;
    await sharing.share();
    await told.tell(() => isClosed);
    await judged.tell();
    await coverage.tell();
  };
  const background = createBackgroundWork(share, {
    waits,
    onFailure: (error) => log.warn({ err: error }, 'webhooks wait to be shared with the team'),
  });

  const takeBack = side.lendRelays({
    team,
    list: () =>
      members().flatMap(({ role, signing, url }) =>
        role === 'relay' && url !== null ? [{ signing, url }] : [],
      ),
    async announce(path) {
      if (!sharing.mayShare()) throw new Error(onlyOperators);
      try {
        await sharing.announce(path);
      } catch (cause) {
        throw new Error(notNamed, { cause });
      }
    },
  });
  const once = createTeamForwarding({
    ...parts,
    log: parts.forwards,
  });
  side.forwardFor(once.forwarding);
  const endListening = side.onChange(background.ask);
  side.lendTeam({
    coverage: coverage.ways,
    receiverOf(path) {
      const sharer = sharing.sharerOf(path);
      const isOther = sharer !== null && sharer !== own && !sharing.isAtRelay(path);
      return isOther ? parts.nameOf(sharer) : null;
    },
    isAtRelay: sharing.isAtRelay,
    isJudgedElsewhere(path) {
      const sharer = sharing.sharerOf(path);
      const isOther = sharer !== null && sharer !== own;
      return isOther && !(sharing.isAtRelay(path) && sharing.mayShare());
    },
    nameOf: (key) => nameOfBeginning(members(), key, parts.nameOf),
  });
  const timer = setInterval(background.ask, EVERY_MS);
  timer.unref();

  return {
    takeOther({ kind, author, sequence, at }, content) {
      if (kind === 'deliveries') queue.add({ author, sequence }, content);
      else if (kind === 'webhook') sharing.queue(author, content);
      else if (kind === 'verdicts') judged.take(author, content, !sharing.mayShare());
      else if (kind === 'coverage') coverage.take({ author, at }, content);
      if (kind === 'webhook' || kind === 'verdicts') background.ask();
    },
    membershipChanged: background.ask,
    wake: background.ask,
    async close() {
      isClosed = true;
      clearInterval(timer);
      endListening();
      side.forwardFor('unknown');
      side.lendTeam(null);
      takeBack();
      await background.close();
      await queue.close();
      await once.close();
    },
  };
}

const onlyOperators =
  'Only an owner or operator of the team can create a webhook at the URL of its relay.';
const notNamed =
  'The team’s database does not respond, so the relay can’t be told of this webhook’s path. Try again when it does.';

/** Name of the member whose key starts with `beginning`; null for none. */
const nameOfBeginning = (
  members: readonly TeamMember[],
  beginning: string,
  nameOf: (member: string) => string,
): string | null => {
  const found = members.find(({ signing }) => signing.startsWith(beginning));
  return found === undefined ? null : nameOf(found.signing);
};

interface OwnDeliveriesParts {
  readonly side: Pick<TeamSide, 'received'>;
  readonly sqlite: Sqlite;
  /** Paths whose webhook this computer shared. */
  readonly paths: () => ReadonlySet<string>;
  /** Signs, and resolves when the team's database has it. */
  readonly say: (kind: 'deliveries', content: Uint8Array) => Promise<void>;
}

/** Arrivals of before that are looked through. */
const MOST_BEFORE = 1_000;

/**
 * Deliveries that came to this computer by a tunnel of its own, for the others of the team: with what it judged of
 * them, since the secret stays here. Of what came before a webhook was shared, the newest go.
 */
function createOwnDeliveries({ side, sqlite, paths, say }: OwnDeliveriesParts) {
  const cursorOf = (inbox: string, last: number): number => {
    const [text] = sqlite.texts(
      'SELECT CAST(up_to AS TEXT) FROM team_told_deliveries WHERE inbox = ?',
      [inbox],
    );
    return text === undefined ? Math.max(0, last - MOST_BEFORE) : Number(text);
  };
  const move = (inbox: string, upTo: number) =>
    sqlite.run(
      'INSERT INTO team_told_deliveries VALUES (?, ?) ON CONFLICT DO UPDATE SET up_to = excluded.up_to',
      [inbox, upTo],
    );

  return {
    /** Tells what is new. Rejects with what `say` does; then it is told again, which others know. */
    async tell(isClosed: () => boolean): Promise<void> {
      const own = paths();
      if (own.size === 0) return;
      let isMore = true;
      while (isMore && !isClosed()) {
        const read = side.received((inbox, last) => cursorOf(inbox, last), own);
        if (read.deliveries.length > 0) await say('deliveries', packDeliveries(read.deliveries));
        move(read.inbox, read.upTo);
        isMore = read.isMore;
      }
    },
  };
}

interface ConnectedDeliveriesParts {
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
    ...parts,
    ...row,
    log: report,
    forwards: log.forwards,
    members: () => membersIn(open),
    personOf: (key) => personOf(open.membership(), key),
    // It never was anything else, and is none by another word.
    isRelay: (key) =>
      open
        .membership()
        .members.get(key)
        ?.tenures.some(({ role }) => role === 'relay') === true,
    urlOf: (key) => open.nameOf(key)?.url ?? null,
    firstSecret: () => open.epochs.secretOf(1),
    nameOf: (id) => shownName(open.nameOf, id),
    isThere: (id) => (open.sinceSeen(id) ?? Number.POSITIVE_INFINITY) < AWAY_MS,
    say: (kind, content) =>
      open.say(kind === 'paths' ? streamOfTeam(row.team) : row.stream, { kind, content }),
  });
}
