/** The left rail: profile switch, screens, connection. Icons alone under 1100 px. */
import { Link, useLocation } from 'wouter';
import type { ConnectionView } from '../../../bridge/connection.ts';
import { groupedCount } from '../../format/words.ts';
import { frameTexts } from '../../texts/frame.ts';
import type { Feature } from '../feature.tsx';
import { features } from '../features.ts';
import { isWithin } from '../fragment.ts';
import { AsOfControl } from './as-of-control.tsx';
import { ConnectionStatus } from './connection-status.tsx';
import { ProfileSwitch } from './profile-switch.tsx';
import classes from './rail.module.css';

export function Rail({ connection }: { connection: ConnectionView | undefined }) {
  return (
    <aside className={classes['rail']} aria-label={frameTexts.rail}>
      <ProfileSwitch connection={connection} />
      <nav aria-label={frameTexts.navigation} className={classes['screens']}>
        {features.map((feature) => (
          <RailLink key={feature.paths.root} feature={feature} />
        ))}
      </nav>
      <AsOfControl />
      {features.map(({ paths, Status }) => Status && <Status key={paths.root} />)}
      <ConnectionStatus connection={connection} />
    </aside>
  );
}

function RailLink({ feature: { paths, title, Icon, useBadge } }: { feature: Feature }) {
  const [location] = useLocation();
  if (Icon === undefined) return null;
  return (
    <Link
      href={paths.root}
      className={classes['screen']}
      aria-current={isWithin(location, paths.root) ? 'page' : undefined}
      title={title}
    >
      <Icon size={18} stroke={1.6} aria-hidden />
      <span className={classes['name']}>{title}</span>
      {useBadge && <Badge useBadge={useBadge} />}
    </Link>
  );
}

function Badge({ useBadge }: { useBadge: NonNullable<Feature['useBadge']> }) {
  const badge = useBadge();
  if (badge === null) return null;
  return (
    <span className={classes['badge']} data-tone={badge.tone} title={badge.title}>
      <BadgeCount count={badge.count} />
      <span className="visually-hidden"> {badge.words}</span>
    </span>
  );
}

/** Whole where there is room, and `99+` over an icon. */
function BadgeCount({ count }: { count: number }) {
  if (count <= MOST_OVER_AN_ICON) return <span aria-hidden>{groupedCount(count)}</span>;
  return (
    <span aria-hidden>
      <span className={classes['wholeCount']}>{groupedCount(count)}</span>
      <span className={classes['shortCount']}>{MOST_OVER_AN_ICON}+</span>
    </span>
  );
}

const MOST_OVER_AN_ICON = 99;
