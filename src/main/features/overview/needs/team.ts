/** What of the team needs a person: who asks to join, its log, its database, and computers that stay behind. */
import type { NeedItem } from '../../../../bridge/overview.ts';
import type { TeamConnection, TeamView } from '../../../../bridge/team.ts';
import { isoTime } from '../../../../platform/clock.ts';
import { foundAll, type NeedSource, needItem } from './need-source.ts';

/** A computer that lacks so many entries is behind. */
const farBehind = 1_000;

/** States in which nothing is exchanged until somebody does something. */
const standing: Partial<Record<TeamConnection, string>> = {
  away: 'team-away',
  refused: 'team-refused',
  removed: 'team-removed',
  conflict: 'team-conflict',
  restored: 'team-restored',
};

export const teamThat = (view: () => TeamView): NeedSource => ({
  kind: 'team',
  topics: ['team'],
  find({ moment }) {
    const { team } = view();
    if (team === null) return foundAll([]);
    const now = isoTime(moment);
    const what = standing[team.state];
    const items: NeedItem[] =
      what === undefined ? [] : [needItem(team.state, team.exchangedAt ?? now, null, [what])];
    for (const { id, name, at } of team.requests) items.push(needItem(id, at, name, ['team-asks']));
    for (const { id, author, at } of team.problems)
      items.push(needItem(`problem-${id}`, at, author, ['team-problem']));
    for (const { id, name, behind, seenAt } of team.members) {
      if (behind !== null && behind >= farBehind)
        items.push(needItem(id, seenAt ?? now, name, ['team-behind']));
    }
    return foundAll(items);
  },
});
