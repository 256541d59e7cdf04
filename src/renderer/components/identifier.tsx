/** Ids: short in lists (whole on hover, copied on click), whole and copyable in details. */
import type { ClipboardEvent } from 'react';
import { groupsOfFour } from '../../contract/addresses/groups.ts';
import { asSeen } from '../format/hidden-characters.ts';
import { markedRuns, shortId } from '../format/identifiers.ts';
import { stateTexts } from '../texts/states.ts';
import { CopyIcon, useCopy } from './copy-button.tsx';
import classes from './identifier.module.css';
import { OutsideText } from './outside-text.tsx';

export function ShortIdentifier({ id, what }: { id: string; what: string }) {
  const { state, words, copy } = useCopy(id);
  return (
    <button
      type="button"
      className={classes['short']}
      title={asSeen(id)}
      data-state={state}
      onClick={copy}
    >
      {words === null ? (
        <span data-veiled>
          <OutsideText text={shortId(id)} />
        </span>
      ) : (
        <span aria-hidden>{words}</span>
      )}
      <span className="visually-hidden"> {stateTexts.copyThing(what)}</span>
      {/* Empty until then: a list that scrolls would have each of its IDs read out. */}
      <span className="visually-hidden" role="status">
        {words}
      </span>
    </button>
  );
}

export function WholeIdentifier({ id, what }: { id: string; what: string }) {
  return (
    <span className={classes['whole']}>
      <span className="mono">
        <OutsideText text={id} />
      </span>
      <CopyIcon text={id} label={stateTexts.copyThing(what)} />
    </span>
  );
}

export interface GroupedAddressProps {
  address: string;
  /** Marks the characters that stand out, one entry each. */
  marks?: readonly boolean[];
}

/**
 * The whole address in groups of four. The gaps are margins: whoever selects it with the mouse, all
 * of it or a part, copies the characters of the address and nothing between them.
 */
export function GroupedAddress({ address, marks = [] }: GroupedAddressProps) {
  let place = 0;
  return (
    <span
      className={classes['grouped']}
      title={asSeen(address)}
      onCopy={copyWithoutGaps}
      data-veiled
    >
      {groupsOfFour(address).map((group, index) => {
        const runs = markedRuns(Array.from(group), marks.slice(place, place + group.length));
        place += group.length;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: groups repeat and never move
          <span key={index}>
            {runs.map(({ text, isMarked }, run) => {
              // biome-ignore lint/suspicious/noArrayIndexKey: runs repeat and never move
              if (isMarked) return <mark key={run}>{asSeen(text)}</mark>;
              // biome-ignore lint/suspicious/noArrayIndexKey: the same
              return <OutsideText key={run} text={text} />;
            })}
          </span>
        );
      })}
    </span>
  );
}

/** As plain text alone: a document that takes the page's own form would show the gaps again. */
function copyWithoutGaps(event: ClipboardEvent): void {
  const selected = window.getSelection()?.toString().replace(/\s+/g, '') ?? '';
  if (selected === '') return;
  event.clipboardData.setData('text/plain', selected);
  event.preventDefault();
}
