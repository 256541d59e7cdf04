/** Where a moment is chosen, beside the button in the rail that asks for it. Loaded when it is asked for. */
import { Popover } from '@mantine/core';
import { type Ref, type RefObject, useEffect, useImperativeHandle, useState } from 'react';
import { AsOfForm } from '../../components/as-of-form.tsx';
import { useKnownAt } from '../../stores/known-at.ts';
import { asOfTexts } from '../../texts/as-of.ts';

/** @param props.button stands already, and opens and closes it */
export function AsOfPopover({ button }: { button: RefObject<HTMLButtonElement | null> }) {
  const { knownAt, lookBack, backToNow, isChoosing, setChoosing } = useKnownAt();
  // Opened once it is there: then the focus goes back to where it was.
  const [isHere, setIsHere] = useState(false);
  useEffect(() => setIsHere(true), []);
  return (
    <Popover
      opened={isHere && isChoosing}
      onChange={setChoosing}
      position="right-end"
      width={280}
      trapFocus
      returnFocus
      shadow="md"
      withinPortal={false}
      transitionProps={{ duration: 0 }}
    >
      <Popover.Target>
        <Standing button={button} />
      </Popover.Target>
      <Popover.Dropdown aria-label={asOfTexts.title} maw="calc(100vw - 72px)">
        <AsOfForm
          knownAt={knownAt}
          onChange={(next) => {
            if (next === null) backToNow();
            else lookBack(next);
            setChoosing(false);
          }}
        />
      </Popover.Dropdown>
    </Popover>
  );
}

interface StandingProps {
  button: RefObject<HTMLButtonElement | null>;
  ref?: Ref<HTMLButtonElement>;
}

/** In the button's place, which was there before. */
function Standing({ button, ref }: StandingProps) {
  useImperativeHandle(ref, () => button.current as HTMLButtonElement, [button]);
  return null;
}
