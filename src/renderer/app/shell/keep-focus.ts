/** Where the focus goes when what had it can't have it any more, and nothing else took it. */
import { splitFragment } from '../fragment.ts';

/** A dialog that closed, or a detail, gives it back first, in milliseconds. */
const othersFirst = 50;

/**
 * A button is disabled while what it asked for is under way, and a link may go with its screen: then the
 * browser takes the focus away, and a screen reader stands nowhere. The button gets it back once it can be
 * pressed again; of a screen that is gone, the name of the next one gets it.
 * @returns what ends it
 */
export function keepFocus(page: Document): () => void {
  let last: { element: HTMLElement; place: string } | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const place = (): string => splitFragment(page.location.hash).path;
  const remember = (): void => {
    const element = page.activeElement;
    const isSomewhere = element instanceof HTMLElement && element !== page.body;
    last = isSomewhere ? { element, place: place() } : null;
  };
  const give = (): void => {
    if (last === null || page.activeElement !== page.body) return;
    const isGone = !last.element.isConnected;
    // What went from within a screen leaves the browser where it stood: Tab goes on from there.
    if (isGone && last.place === place()) return;
    const next = isGone ? page.getElementById('page-title') : last.element;
    next?.focus({ preventScroll: true });
  };
  const changes = new MutationObserver(() => {
    if (last === null || page.activeElement !== page.body) return;
    clearTimeout(timer);
    timer = setTimeout(give, othersFirst);
  });
  changes.observe(page.body, { subtree: true, childList: true, attributeFilter: ['disabled'] });
  page.addEventListener('focusin', remember);
  // A press beside everything is a wish to leave it.
  page.addEventListener('click', remember, { capture: true });
  return () => {
    clearTimeout(timer);
    changes.disconnect();
    page.removeEventListener('focusin', remember);
    page.removeEventListener('click', remember, { capture: true });
  };
}
