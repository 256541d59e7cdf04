/** Opens the help of the screen, by a press or by the key ?. What it opens comes when it is asked for. */
import { useHotkeys } from '@mantine/hooks';
import { IconHelp } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { useAskedFile } from '../../components/use-asked-file.ts';
import { helpTexts as texts } from '../../texts/help.ts';
import { screenFile } from '../feature.tsx';
import { useHashSearch } from '../hash-location.ts';
import { isBehindDialog } from '../shell/is-behind-dialog.ts';
import classes from '../shell/rail.module.css';
import { helpQuery } from './help-href.ts';

export const helpFile = screenFile(async () => (await import('./help-drawer.tsx')).HelpDrawer);

export function HelpButton() {
  const [isOpen, setOpen] = useState(false);
  const isHere = useAskedFile(helpFile, isOpen, () => setOpen(false));
  const [location, navigate] = useLocation();
  const isAsked = new URLSearchParams(useHashSearch()).has(helpQuery);
  useEffect(() => {
    if (!isAsked) return;
    setOpen(true);
    navigate(location, { replace: true });
  }, [isAsked, location, navigate]);
  const byKey = () => !isBehindDialog() && setOpen(true);
  // Some keyboards have it with Shift, some without.
  useHotkeys([
    ['shift+?', byKey],
    ['?', byKey],
  ]);
  return (
    <>
      <button
        type="button"
        className={classes['help']}
        title={`${texts.title} (${texts.key})`}
        aria-label={texts.title}
        aria-haspopup="dialog"
        aria-keyshortcuts={texts.key}
        onClick={() => setOpen(true)}
      >
        <IconHelp size={18} stroke={1.6} aria-hidden />
      </button>
      {isHere && <helpFile.Screen isOpen={isOpen} onClose={() => setOpen(false)} />}
    </>
  );
}
