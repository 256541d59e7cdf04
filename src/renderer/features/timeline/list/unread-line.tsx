import { useQuery } from '@tanstack/react-query';
import { useBridge } from '../../../app/bridge/bridge-context.ts';
import { Notice } from '../../../components/notice.tsx';
import { timelineTexts } from '../texts.ts';
import classes from '../timeline.module.css';

/** Where the rest will still be read. */
const comes: ReadonlySet<string> = new Set(['connecting', 'away']);

/** Says that gaps are told without all that others of the team received: as after a start, or without the database. */
export function TeamUnreadLine() {
  const { queries } = useBridge();
  const team = useQuery(queries.team.get.queryOptions()).data?.team ?? null;
  if (team === null || !(team.state === 'on' ? (team.toRead ?? 0) > 0 : comes.has(team.state)))
    return null;
  return (
    <div className={classes['over']}>
      <Notice tone="grey" role="status">
        <p>{timelineTexts.gaps.teamUnread}</p>
      </Notice>
    </div>
  );
}
