/** Opens the palette, by a press or by Ctrl or Cmd and K. What it opens comes when it is asked for. */
import { useHotkeys } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { useAskedFile } from '../../components/use-asked-file.ts';
import { isMac } from '../../format/is-mac.ts';
import { paletteTexts as texts } from '../../texts/palette.ts';
import { screenFile } from '../feature.tsx';
import { isBehindDialog } from '../shell/is-behind-dialog.ts';
import classes from '../shell/rail.module.css';

export const paletteFile = screenFile(async () => (await import('./palette.tsx')).Palette);

export function PaletteButton() {
  /** How often it was asked for; none before the first time. */
  const [asked, setAsked] = useState(0);
  const isHere = useAskedFile(paletteFile, asked);
  const open = () => setAsked((times) => times + 1);
  // In fields too: there is no other use of these keys.
  useHotkeys([['mod+K', () => !isBehindDialog() && open()]], []);
  const keys = texts.keys(isMac());
  return (
    <>
      <button
        type="button"
        className={classes['search']}
        title={`${texts.open} (${keys})`}
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={open}
      >
        <IconSearch size={18} stroke={1.6} aria-hidden />
        <span className={classes['name']}>{texts.open}</span>
        <kbd className={classes['keys']} aria-hidden>
          {keys}
        </kbd>
      </button>
      {isHere && <paletteFile.Screen asked={asked} />}
    </>
  );
}
