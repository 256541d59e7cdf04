/** In the rail: the way to what was known at an earlier moment. */
import { Popover } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useState } from 'react';
import { AsOfForm } from '../../components/as-of-form.tsx';
import { useNow } from '../../components/use-now.ts';
import { shortInstant } from '../../format/instants.ts';
import { useKnownAt } from '../../stores/known-at.ts';
import { asOfTexts } from '../../texts/as-of.ts';
import classes from './rail.module.css';

export function AsOfControl() {
  const [isOpen, setIsOpen] = useState(false);
  const { knownAt, lookBack, backToNow } = useKnownAt();
  const now = useNow();
  const name = knownAt === null ? asOfTexts.open : asOfTexts.opened(shortInstant(knownAt, now));
  return (
    <Popover
      opened={isOpen}
      onChange={setIsOpen}
      position="right-end"
      width={280}
      trapFocus
      returnFocus
      shadow="md"
      withinPortal={false}
      transitionProps={{ duration: 0 }}
      withRoles
    >
      <Popover.Target>
        <button
          type="button"
          className={classes['asOf']}
          data-active={knownAt !== null}
          title={name}
          onClick={() => setIsOpen(!isOpen)}
        >
          <IconHistory size={18} stroke={1.6} aria-hidden />
          <span className={classes['name']}>{name}</span>
        </button>
      </Popover.Target>
      <Popover.Dropdown aria-label={asOfTexts.title}>
        <AsOfForm
          knownAt={knownAt}
          onChange={(next) => {
            if (next === null) backToNow();
            else lookBack(next);
            setIsOpen(false);
          }}
        />
      </Popover.Dropdown>
    </Popover>
  );
}
