/** Over every screen while the veil is on: how to read one value, and the way to turn it off. */
import { Button } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconEyeOff } from '@tabler/icons-react';
import { useLayoutEffect } from 'react';
import { isMac } from '../../format/is-mac.ts';
import { useVeil } from '../../stores/veil.ts';
import { veilTexts as texts } from '../../texts/veil.ts';
import classes from '../shell/shell.module.css';
import { veilPage } from './veil-page.ts';

export function VeilBand() {
  const { isOn, turn } = useVeil();
  // In fields too: there is no other use of these keys.
  useHotkeys([['mod+shift+H', () => turn(!isOn)]], []);
  // Before anything is painted.
  useLayoutEffect(() => (isOn ? veilPage(document) : undefined), [isOn]);
  if (!isOn) return null;
  return (
    <div className={classes['notice']} data-tone="blue" role="status">
      <IconEyeOff size={16} aria-hidden />
      <span className={classes['noticeText']}>
        <strong>{texts.on}</strong> {texts.peek(isMac())}
      </span>
      <Button variant="default" size="compact-xs" onClick={() => turn(false)}>
        {texts.turnOff}
      </Button>
    </div>
  );
}
