/** The room that a scrollbar takes inside a box, so that what stands over the box can leave as much. */
import { useEffect, useState } from 'react';

/** In pixels; 0 while nothing scrolls, and where scrollbars float over the content. */
export function useScrollbarWidth(box: HTMLElement | null): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    if (box === null) return setWidth(0);
    const measure = (): void => setWidth(box.offsetWidth - box.clientWidth);
    // A scrollbar that comes or goes changes the room for the content.
    const sizes = new ResizeObserver(measure);
    sizes.observe(box);
    measure();
    return () => sizes.disconnect();
  }, [box]);
  return width;
}
