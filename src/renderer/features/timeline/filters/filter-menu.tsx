/** A filter that needs room: a button that says what is chosen, and its choices below it. */
import { Button, Popover } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import classes from './filters.module.css';

export interface FilterMenuProps {
  label: string;
  /** What is chosen, in a word or two; null for nothing. */
  chosen: string | null;
  children: (close: () => void) => ReactNode;
}

export function FilterMenu({ label, chosen, children }: FilterMenuProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Popover
      opened={isOpen}
      onChange={setIsOpen}
      position="bottom-start"
      middlewares={{ size: true }}
      trapFocus
      returnFocus
      shadow="md"
      transitionProps={{ duration: 0 }}
      portalProps={{ target: '#content' }}
      withRoles
    >
      <Popover.Target>
        <Button
          variant="default"
          className={classes['menu'] ?? ''}
          data-active={chosen !== null}
          rightSection={<IconChevronDown size={14} aria-hidden />}
          onClick={() => setIsOpen(!isOpen)}
        >
          <span className={classes['short']} title={chosen ?? undefined}>
            {chosen === null ? (
              label
            ) : (
              <>
                {label}: <span data-veiled>{chosen}</span>
              </>
            )}
          </span>
        </Button>
      </Popover.Target>
      <Popover.Dropdown
        className={classes['dropdown'] ?? ''}
        aria-label={label}
        // Esc closes this alone, not the event beside it.
        onKeyDown={(event) => event.key === 'Escape' && event.stopPropagation()}
      >
        {children(() => setIsOpen(false))}
      </Popover.Dropdown>
    </Popover>
  );
}

/** What is chosen shows at once; what is given follows when its rows are there. */
export function useShownChoice<Value extends object>(
  given: Value,
): [shown: Value, show: (next: Value) => void] {
  const [choice, setChoice] = useState({ over: given, shown: given });
  return [
    choice.over === given ? choice.shown : given,
    (shown) => setChoice({ over: given, shown }),
  ];
}
