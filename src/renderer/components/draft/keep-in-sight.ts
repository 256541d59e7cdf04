/** Keeps news of a long form in sight, clear of the row of buttons that sticks to its bottom. */
import classes from './form.module.css';

/** What a person does to look elsewhere. */
const ownMoves = ['wheel', 'pointerdown', 'keydown', 'touchmove'] as const;

/** Until the person moves, whatever else appears around it meanwhile. Returns how to end it before. */
export function keepInSight(news: HTMLElement): () => void {
  const form = news.closest('form');
  // What a person does elsewhere, in the frame for example, is no move away from the news.
  const place = form?.parentElement ?? news;
  const bar = form?.querySelector<HTMLElement>(`.${classes['actions']}`) ?? null;
  const show = (): void => {
    news.style.scrollMarginBottom = `${(bar?.offsetHeight ?? 0) + 12}px`;
    news.scrollIntoView({ block: 'nearest' });
  };
  const sizes = new ResizeObserver(show);
  for (const part of [news, bar, form?.parentElement]) if (part) sizes.observe(part);
  const end = (): void => {
    sizes.disconnect();
    for (const move of ownMoves) place.removeEventListener(move, end, true);
  };
  for (const move of ownMoves) place.addEventListener(move, end, true);
  show();
  return end;
}
