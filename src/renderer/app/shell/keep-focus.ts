/** Where the focus goes when what had it can't have it any more, and nothing else took it. */
import { splitFragment } from '../fragment.ts';

/** A dialog that closed, or a detail, gives it back first, in milliseconds. */
const othersFirst = 50;

/** What has a name of its own, nearest to what went. */
const named =
  ':is(section, ul, [role="table"], [role="dialog"]):is([aria-label], [aria-labelledby])';

/**
 * A button is disabled while what it asked for is under way, and a link may go with its screen or its row: then
 * the browser takes the focus away, and a screen reader stands nowhere. The button gets it back once it can be
 * pressed again; what is said of it, where it can't; of a screen that is gone, the name of the next one gets it;
 * of a row, what the row stood in.
 * @returns what ends it
 */
export function keepFocus(page: Document): () => void {
  let last: { element: HTMLElement; around: readonly Element[]; place: string } | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const place = (): string => splitFragment(page.location.hash).path;
  const remember = (): void => {
    const element = page.activeElement;
    const isSomewhere = element instanceof HTMLElement && element !== page.body;
    last = isSomewhere ? { element, around: elementsAround(element), place: place() } : null;
  };
  const give = (): void => {
    if (last === null || page.activeElement !== page.body) return;
    const { element, around } = last;
    const left = last.place === place() ? around.find((each) => each.isConnected) : undefined;
    const next = element.isConnected
      ? (alertAbout(element) ?? element)
      : (placeAround(left ?? null) ?? page.getElementById('page-title'));
    next?.focus({ preventScroll: true });
  };
  const changes = new MutationObserver(() => {
    if (last === null || page.activeElement !== page.body) return;
    clearTimeout(timer);
    timer = setTimeout(give, othersFirst);
  });
  changes.observe(page.body, { subtree: true, childList: true, attributeFilter: ['disabled'] });
  page.addEventListener('focusin', remember);
  // A press beside everything is a wish to leave it; that a file is fetched by a link is none.
  const press = ({ isTrusted }: Event): void => {
    if (isTrusted) remember();
  };
  page.addEventListener('click', press, { capture: true });
  return () => {
    clearTimeout(timer);
    changes.disconnect();
    page.removeEventListener('focusin', remember);
    page.removeEventListener('click', press, { capture: true });
  };
}

/** What is said of a button that may not be pressed again; null of one that may, or waits. */
function alertAbout(element: HTMLElement): HTMLElement | null {
  if (!element.matches(':disabled:not([data-loading])')) return null;
  const alert = element.closest('form')?.querySelector<HTMLElement>('[role="alert"]') ?? null;
  if (alert !== null) alert.tabIndex = -1;
  return alert;
}

function elementsAround(element: Element): Element[] {
  const { parentElement } = element;
  return parentElement === null ? [] : [parentElement, ...elementsAround(parentElement)];
}

/** The title of a detail, or the part of a screen itself. */
function placeAround(left: Element | null): HTMLElement | null {
  const part = left?.closest<HTMLElement>(named) ?? null;
  if (part === null) return null;
  const title = part.querySelector<HTMLElement>(':is(h1, h2)[tabindex="-1"]');
  if (title === null) part.tabIndex = -1;
  return title ?? part;
}
