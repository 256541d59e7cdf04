/**
 * Where the page is: path and query, both in the fragment (`#/timeline?late=yes`), so that an address
 * can be copied whole, and leaving a screen leaves its query too.
 */
import { useSyncExternalStore } from 'react';
import { splitFragment } from './fragment.ts';

function subscribe(onChange: () => void): () => void {
  addEventListener('hashchange', onChange);
  return () => removeEventListener('hashchange', onChange);
}

function navigate(to: string, { replace = false }: { replace?: boolean } = {}): void {
  const oldURL = location.href;
  const url = new URL(oldURL);
  url.hash = `/${to.replace(/^#?\/?/, '')}`;
  history[replace ? 'replaceState' : 'pushState'](null, '', url.href);
  // The browser tells of its own moves alone.
  dispatchEvent(new HashChangeEvent('hashchange', { oldURL, newURL: url.href }));
}

/** Where nothing is on a page, as in a test without a browser. */
const onNoPage = { path: () => '/', query: () => '' };

export const useHashLocation = (): [string, typeof navigate] => [
  useSyncExternalStore(subscribe, () => splitFragment(location.hash).path, onNoPage.path),
  navigate,
];

/** Goes where an answer leads, from the screen that asked: who went elsewhere meanwhile stays there. */
export function useGoOn(): typeof navigate {
  const [asked] = useHashLocation();
  return (to, options) => {
    if (splitFragment(location.hash).path === asked) navigate(to, options);
  };
}

/** The query as it stands in the address, without its `?` (the router's own hook decodes it once). */
export const useHashSearch = (): string =>
  useSyncExternalStore(subscribe, () => splitFragment(location.hash).query, onNoPage.query);

export const hashHref = (path: string): string => `#${path}`;
