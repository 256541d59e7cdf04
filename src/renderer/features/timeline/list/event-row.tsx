/**
 * One event in the list, in as few elements as say it: hundreds of rows go through the window in a
 * second. Its name is its link, and a click anywhere in the row is one on it.
 */
import { type CSSProperties, memo } from 'react';
import type { TimelineRow } from '../../../../bridge/timeline.ts';
import { hashHref } from '../../../app/hash-location.ts';
import { exactInstant } from '../../../format/exact-instants.ts';
import { asSeen } from '../../../format/hidden-characters.ts';
import { timelineTexts as texts } from '../texts.ts';
import classes from './event-list.module.css';
import { familyColour, marksOf, moneyIn, orderedAt, receivedDelay, whoOf } from './event-words.ts';

export interface EventRowProps {
  row: TimelineRow | undefined;
  index: number;
  /** Path of the event; the list follows it (event-table.tsx). */
  href: string | null;
  isSelected: boolean;
  isProduction: boolean;
  now: number;
  /** Gaps that stand above this event, in words; null where there is none. */
  gap: string | null;
}

export const EventRow = memo(function EventRow(props: EventRowProps) {
  const { row, index, href } = props;
  return (
    // biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: part of a table built of divs
    <div
      role="row"
      aria-rowindex={index + 2}
      data-index={index}
      className={classes['row']}
      data-selected={props.isSelected}
      data-gap={props.gap !== null}
    >
      {row === undefined || href === null ? (
        <SkeletonCells />
      ) : (
        <Cells {...props} row={row} href={href} />
      )}
    </div>
  );
});

/** In as little as shows that something comes. */
const SkeletonCells = () => (
  // biome-ignore lint/a11y/useSemanticElements: part of a table built of divs
  <div role="cell" className={classes['bone']} data-bone />
);

function Cells(props: EventRowProps & { row: TimelineRow; href: string }) {
  const { row, href, gap } = props;
  const who = whoOf(row);
  const money = moneyIn(row);
  const delay = receivedDelay(row);
  const marks = marksOf(row, props.isProduction);
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: part of a table built of divs */}
      <time
        role="cell"
        className={classes['happened']}
        dateTime={orderedAt(row)}
        title={orderedAt(row)}
      >
        {gap !== null && <span className={classes['gap']}>{gap}</span>}
        {exactInstant(orderedAt(row), props.now)}
      </time>
      {/* biome-ignore lint/a11y/useSemanticElements: part of a table built of divs */}
      <div role="cell" className={classes['name']} style={familyStyle(row.family)} data-plain>
        <a
          href={hashHref(href)}
          className={classes['link']}
          aria-current={props.isSelected ? 'true' : undefined}
        >
          {asSeen(row.name)}
        </a>
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: part of a table built of divs */}
      <div role="cell" className={classes['amount']} title={money}>
        {money}
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: part of a table built of divs */}
      <div
        role="cell"
        className={classes['who']}
        title={who.whole}
        data-id={row.customerName === null && row.webhookName === null}
      >
        {who.short}
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: part of a table built of divs */}
      <div
        role="cell"
        className={classes['proof']}
        data-proof={row.proof}
        data-plain
        title={texts.proofHints[row.proof]}
      >
        {texts.proofs[row.proof]}
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: part of a table built of divs */}
      <div role="cell" className={classes['heard']} title={row.heardAt} data-plain>
        {delay ?? texts.notATime}
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: part of a table built of divs */}
      <div
        role="cell"
        className={classes['marks']}
        data-plain
        title={marks.map(({ text }) => text).join(', ') || undefined}
      >
        {marks.map(({ kind, tone, text }) => (
          <span key={kind} data-tone={tone}>
            {text}
          </span>
        ))}
      </div>
    </>
  );
}

const familyStyle = (family: string): CSSProperties & { '--family': string } => ({
  '--family': familyColour(family),
});
