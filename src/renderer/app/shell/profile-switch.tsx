/** The profile in use, and the way to another one in one action. */
import { IconChevronDown } from '@tabler/icons-react';
import {
  type ComponentProps,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import type { ConnectionView } from '../../../bridge/connection.ts';
import { frameTexts } from '../../texts/frame.ts';
import { screenFile } from '../feature.tsx';
import { EnvironmentIcon } from './environment-icon.tsx';
import classes from './rail.module.css';

const menu = screenFile(async () => (await import('./profile-menu.tsx')).ProfileMenu);

/**
 * The button stands at once; its list, which is a good part of what a frame costs, comes when the
 * page rests. Asked for earlier, it opens as soon as it is there.
 */
export function ProfileSwitch({ connection }: { connection: ConnectionView | undefined }) {
  const button = useRef<HTMLButtonElement>(null);
  const hadFocus = useRef(false);
  const [isHere, setIsHere] = useState(false);
  const [isAskedFor, setIsAskedFor] = useState(false);

  const bring = useCallback(async (wasAskedFor = false) => {
    await menu.load();
    // Exchanged while it is being pressed, it would lose the click. The click brings the list.
    if (!wasAskedFor && button.current?.matches(':active') === true) return;
    hadFocus.current = document.activeElement === button.current;
    setIsHere(true);
  }, []);
  useEffect(() => {
    // A failure shows in nothing: the next click brings it again.
    const idle = requestIdleCallback(() => void bring().catch(() => undefined));
    return () => cancelIdleCallback(idle);
  }, [bring]);
  // It is another button with the list than without.
  useLayoutEffect(() => {
    if (isHere && hadFocus.current) button.current?.focus();
  }, [isHere]);

  if (isHere) {
    return (
      <menu.Screen opensAtOnce={isAskedFor}>
        <SwitchButton ref={button} connection={connection} />
      </menu.Screen>
    );
  }
  const ask = (): void => {
    setIsAskedFor(true);
    void bring(true).catch(() => setIsAskedFor(false));
  };
  return (
    <SwitchButton
      ref={button}
      connection={connection}
      aria-haspopup="menu"
      aria-expanded={false}
      onClick={ask}
    />
  );
}

interface SwitchButtonProps extends ComponentProps<'button'> {
  connection: ConnectionView | undefined;
}

/** What the menu adds to its target goes on to the button. */
function SwitchButton({ connection, ...rest }: SwitchButtonProps) {
  const texts = frameTexts.profile;
  const name = connection?.profileName ?? '';
  return (
    <button {...rest} type="button" className={classes['switch']} title={name}>
      <span className="visually-hidden">{texts.prefix}</span>
      <EnvironmentIcon environment={connection?.environment ?? 'built-in'} />
      <span className={classes['profile']}>
        <span className={classes['profileName']}>{name}</span>
        <span className={classes['environment']}>
          {connection === undefined ? '' : texts.environments[connection.environment]}
        </span>
      </span>
      <IconChevronDown size={16} aria-hidden className={classes['chevron'] ?? ''} />
    </button>
  );
}
