/** Which computer told a fact, where another one did. Nothing for what is from here, or is not so any more. */
import { useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import type { HandedOver } from '../../../bridge/handover.ts';
import { longInstant } from '../../../bridge/instants.ts';
import { useBridge } from '../../app/bridge/bridge-context.ts';
import { sourceTexts } from '../../texts/states.ts';

export interface FromOtherProps {
  /** The record, or `request` and its key. */
  of: { readonly kind: string; readonly id: string };
  what: HandedOver['what'];
  /** ID of an observation or a note; not used for labels, references and display names, whose current text counts. */
  part?: string;
  /** When it was written; an observation’s ID is enough. */
  at?: string;
}

export function FromOther({ of: { kind, id }, what, part = '', at }: FromOtherProps) {
  const { queries } = useBridge();
  const found = useQuery(queries.handover.sources.queryOptions({ input: { kind, id } }));
  const isSaidNow = saidOnce.includes(what);
  const told = (found.data ?? []).filter(
    (one) =>
      one.what === what &&
      (isSaidNow ? one.part !== null : one.part === part) &&
      (at === undefined || one.at === at),
  );
  // Labels that were set together are told once.
  const each = new Map(told.map((one) => [`${one.computer} ${one.part}`, one]));
  return [...each].map(([key, { computer, person, by, mergedAt, part: said }]) => (
    <Fragment key={key}>
      <span className="dimmed" title={sourceTexts.handedOver(by, longInstant(mergedAt))}>
        {what === 'label' && `${said}: `}
        {by === computer
          ? sourceTexts.from(computer, person)
          : sourceTexts.sharedBy(computer, person, by)}
      </span>{' '}
    </Fragment>
  ));
}

/** Kinds of entries whose newest text alone is current. */
const saidOnce: readonly HandedOver['what'][] = ['label', 'reference', 'displayName'];
