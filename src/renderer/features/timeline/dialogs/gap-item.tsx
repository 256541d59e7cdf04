/** One gap: when, on which webhooks, and each event that is known to be missed, with where it leads. */
import type { ReactNode } from 'react';
import { longInstant } from '../../../../bridge/instants.ts';
import type { TimelineGap } from '../../../../bridge/timeline.ts';
import { PageLink } from '../../../components/page-link.tsx';
import { formatTimeRange } from '../../../format/exact-instants.ts';
import { shortId } from '../../../format/identifiers.ts';
import { keyed } from '../../../format/keyed.ts';
import { formatMissed, lengthOfGap } from '../list/gap-places.ts';
import { timelinePaths } from '../paths.ts';
import { timelineTexts } from '../texts.ts';
import { emptyFilter, queryOf } from '../view/filter-address.ts';
import type { HrefOf } from '../view/use-timeline-view.ts';
import classes from './dialogs.module.css';

const texts = timelineTexts.gaps;

interface Links {
  hrefOf: HrefOf;
  /** A link was followed. */
  onLeave: () => void;
}

export interface GapItemProps extends Links {
  gap: TimelineGap;
  /** Stands below what is known. */
  children?: ReactNode;
}

export function GapItem({ gap, children, hrefOf, onLeave }: GapItemProps) {
  const length = lengthOfGap(gap);
  const names = gap.webhooks.map(({ webhookId, name }) => name ?? webhookId).join(', ');
  const aside = [
    ...(length === null ? [] : [texts.lasting(length)]),
    ...(names === '' ? [] : [texts.webhooks(names)]),
  ];
  return (
    <li>
      <h3>{texts.reasons[gap.reason]}</h3>
      <p>
        {gap.to === null ? texts.since(longInstant(gap.from)) : formatTimeRange(gap.from, gap.to)}
        <span className="dimmed">{aside.map((part) => ` · ${part}`)}</span>
      </p>
      <p className={gap.missed.length === 0 ? 'dimmed' : undefined}>
        {formatMissed(gap.missed.length, gap.isLookedThrough)}
      </p>
      {gap.missed.length > 0 && (
        <ul className={classes['missed']}>
          {keyed(gap.missed, ({ name }) => name).map(({ key, item }) => (
            <li key={key}>
              <Missed event={item} hrefOf={hrefOf} onLeave={onLeave} />
            </li>
          ))}
        </ul>
      )}
      {children}
    </li>
  );
}

function Missed({ event, hrefOf, onLeave }: Links & { event: TimelineGap['missed'][number] }) {
  const { eventId, name, resourceKind, resourceId } = event;
  return (
    <>
      <strong>{name}</strong>
      {resourceId !== null && (
        <>
          {' '}
          <span className="dimmed">{resourceKind ?? texts.resource}</span>{' '}
          <IdLink id={resourceId} href={ofResource(resourceKind, resourceId)} onLeave={onLeave} />
        </>
      )}
      <span className="dimmed"> · </span>
      {eventId === null ? (
        <span className="dimmed">{texts.noId}</span>
      ) : (
        <IdLink id={eventId} href={hrefOf({ eventId })} onLeave={onLeave} />
      )}
      <span className="dimmed"> · {texts.told[event.told]}</span>
    </>
  );
}

function IdLink({ id, href, onLeave }: { id: string; href: string } & Pick<Links, 'onLeave'>) {
  return (
    <PageLink href={href} className="mono" title={id} underline="always" onClick={onLeave}>
      {shortId(id)}
    </PageLink>
  );
}

/** The events of what it is about. */
const ofResource = (kind: string | null, id: string): string =>
  kind === 'customer'
    ? timelinePaths.customer(id)
    : `${timelinePaths.root}?${queryOf({ ...emptyFilter, resourceId: id })}`;
