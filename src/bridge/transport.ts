/** Names that both ends of a transport must agree on. No zod: the page loads this first. */

/** Message by which the page hands a port to the preload, and the preload to main (Electron host). */
export const connectMessage = 'orpc:connect';

/** Origin of the page in the Electron host; its pages for secrets are `app://secret/<ticket>`. */
export const electronPageOrigin = 'app://causeway';

/** IPC channel of the port hand-over (Electron host). */
export const connectChannel = 'causeway:connect';

/** Where the browser host serves the bridge and the exchange of its one-time code. */
export const browserHostPaths = {
  socket: '/bridge',
  exchange: '/session',
  /** Leads on to the page of a link, for whoever opens it from a file: `/enter/<code>`. */
  enter: '/enter/',
  /** Pages for secrets, each under a single-use ticket: `/secret/<ticket>`. */
  secret: '/secret/',
  /** Files to fetch, each under a single-use ticket: `/download/<ticket>`. */
  download: '/download/',
} as const;

/** WebSocket subprotocol; the origin's own token follows as a second one: `causeway.<token>`. */
export const socketProtocol = 'causeway';

/** Header of every call over the socket: the origin's own token again. */
export const callTokenHeader = 'x-causeway-token';

/** Header of every call: id of the profile that the page showed when it made the call. */
export const profileHeader = 'x-causeway-profile';

/** These are of the installation. All else is of one profile, and is refused while another is open. */
export const areasOfInstallation: readonly string[] = [
  'vault',
  'lock',
  'profiles',
  'connection',
  'links',
  'diagnostics',
  'updates',
];
