/** A file of the page that a press or a pointer asks for. */
import { useEffect, useEffectEvent, useState } from 'react';
import type { ScreenFile } from '../app/feature.tsx';

/**
 * Whether the file is there to be rendered. Until then nothing stands in the page for it: rendered
 * without it, a file that does not come (the program is away, or was updated) would break the screen.
 * @param asked brings it, again whenever it changes; 0 and false ask for nothing
 * @param onMissing it could not come this time
 */
export function useAskedFile(
  { load }: Pick<ScreenFile<never>, 'load'>,
  asked: number | boolean,
  onMissing?: () => void,
): boolean {
  const [isHere, setIsHere] = useState(false);
  const tellMissing = useEffectEvent(() => onMissing?.());
  useEffect(() => {
    if (isHere || asked === 0 || asked === false) return;
    load().then(() => setIsHere(true), tellMissing);
  }, [isHere, load, asked]);
  return isHere;
}
