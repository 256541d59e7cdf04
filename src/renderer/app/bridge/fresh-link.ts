/**
 * A fresh link that is opened in a page that runs already. Only its fragment changes, so nothing is
 * loaded anew: the page takes the code, stays on its screen, and keeps what was typed.
 */
import { codeOf } from './session.ts';

type FreshLinkPage = Pick<Window, 'addEventListener' | 'location' | 'history'>;

/** Calls back with each code that arrives. Call before the router listens, which then hears nothing. */
export function onFreshLink(page: FreshLinkPage, take: (code: string) => void): void {
  page.addEventListener('hashchange', (event) => {
    const { location, history } = page;
    const code = codeOf(location.hash);
    if (code === null) return;
    event.stopImmediatePropagation();
    const before = new URL(event.oldURL).hash || '#/';
    history.replaceState(null, '', `${location.pathname}${location.search}${before}`);
    take(code);
  });
}

/** A page without a session has nothing to keep: it begins again with the code in its address. */
export function reloadOnFreshLink(page: Window): void {
  page.addEventListener('hashchange', () => {
    if (codeOf(page.location.hash) !== null) page.location.reload();
  });
}
