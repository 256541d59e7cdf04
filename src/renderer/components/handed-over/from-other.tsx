/** Which computer told a fact, where another one did. Nothing for what is from here. */
import { useQuery } from '@tanstack/react-query';
import type { HandedOver } from '../../../bridge/handover.ts';
import { longInstant } from '../../../bridge/instants.ts';
import { useBridge } from '../../app/bridge/bridge-context.ts';
import { sourceTexts } from '../../texts/states.ts';

export interface FromOtherProps {
  /** The record, or `request` and its key. */
  of: { readonly kind: string; readonly id: string };
  what: HandedOver['what'];
  /** Of an observation its ID, of a note its ID. */
  part?: string;
  /** When it was written; an observation’s ID is enough. */
  at?: string;
}

export function FromOther({ of: { kind, id }, what, part = '', at }: FromOtherProps) {
  const { queries } = useBridge();
  const found = useQuery(queries.handover.sources.queryOptions({ input: { kind, id } }));
  const told = (found.data ?? []).filter(
    (one) => one.what === what && one.part === part && (at === undefined || one.at === at),
  );
  return told.map(({ computer, person, by, mergedAt }) => (
    <span
      key={computer}
      className="dimmed"
      title={sourceTexts.handedOver(by, longInstant(mergedAt))}
    >
      {by === computer
        ? sourceTexts.from(computer, person)
        : sourceTexts.sharedBy(computer, person, by)}
    </span>
  ));
}
