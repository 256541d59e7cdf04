/** The two origins of the Electron host. In Node `new URL('app://x').origin` is the text 'null', so protocol and host are compared. */

export const appScheme = 'app';

/** The application's own page: `app://causeway/index.html`. */
export const pageHost = 'causeway';

/** Pages for secrets, without scripts: `app://secret/<ticket>`. */
export const secretHost = 'secret';

export const pageUrl = `${appScheme}://${pageHost}/index.html`;

/** Opened by the Print button of a page for a secret, which may run no script: main prints the page then. */
export const printUrl = `${appScheme}://${secretHost}/print`;

/** Whether that button was pressed. Its form leaves an empty query behind. */
export const isPrint = (address: string): boolean => address.split('?', 1)[0] === printUrl;

export const secretUrl = (ticket: string): string => `${appScheme}://${secretHost}/${ticket}`;

/** Whether the address is under `app://<host>`. False for anything that is no URL. */
export function isUnder(host: string, address: string): boolean {
  if (!URL.canParse(address)) return false;
  const url = new URL(address);
  return url.protocol === `${appScheme}:` && url.host === host;
}

/** Whether the address is the application's page itself, at any place within it. */
export const isPage = (address: string): boolean =>
  URL.canParse(address) && address.split('#', 1)[0] === pageUrl;
