/** ngrok, through its official client: an optional package with a native part, loaded when wanted. */
import type { Config, Listener } from '@ngrok/ngrok';
import { requireUnpacked } from '../../../../platform/unpacked.ts';
import { named, type TunnelProvider } from './provider.ts';
import { readPublicOrigin } from './public-origin.ts';
import { type OpenTunnel, type Tunnel, TunnelError, type TunnelEvents } from './tunnel.ts';

/** What we use of the package. */
export interface NgrokSdk {
  forward(config: NgrokConfig): Promise<Pick<Listener, 'url' | 'close'>>;
}
export type NgrokConfig = Pick<
  Config,
  'addr' | 'authtoken' | 'domain' | 'forwards_to' | 'force_new_session' | 'onStatusChange'
>;

export interface NgrokOptions {
  /** From the keychain; null when none was entered. */
  readonly authtoken: () => Promise<string | null>;
  /** Reserved for the account; null for one that ngrok gives. */
  readonly domain: string | null;
  /** loadNgrok, or a stand-in. Rejects when the package is not there. */
  readonly load: () => Promise<NgrokSdk>;
}

const loadNgrok = async (): Promise<NgrokSdk> => {
  requireUnpacked(import.meta.url);
  // CommonJS: the default has all, whatever names are found in it.
  const { default: sdk } = await import('@ngrok/ngrok');
  return sdk;
};

export const ngrokProvider: TunnelProvider<'ngrok'> = {
  create: ({ domain }, { secret }) =>
    createNgrokTunnel({ authtoken: () => secret('ngrok-authtoken'), domain, load: loadNgrok }),
  secretsOf: () => ['ngrok-authtoken'],
  secretForms: { 'ngrok-authtoken': { title: 'Enter ngrok authtoken', label: 'Authtoken' } },
  document: {
    facts: ({ name, domain }) => [
      ['Name', name],
      ['Provider', 'ngrok'],
      ['Public URL', named(domain) ?? 'Assigned by ngrok at each start'],
    ],
    whatGoesOut: 'Deliveries pass through ngrok, which can read them.',
    // It would only fail before its authtoken is entered.
    opensAtOnce: false,
  },
};

export function createNgrokTunnel(options: NgrokOptions): Tunnel {
  return {
    kind: 'ngrok',
    lasts: options.domain !== null,
    // Its free plan counts 20,000 requests a month; this makes 8,928 of them. More than one webhook takes more
    // (watched-paths.ts): about 5,100 each.
    proveEveryMs: 5 * 60_000,
    canReopen: true,
    open: (localPort, events, signal) => open(options, localPort, events, signal),
  };
}

async function open(
  { authtoken, domain, load }: NgrokOptions,
  localPort: number,
  events: TunnelEvents,
  signal: AbortSignal,
): Promise<OpenTunnel> {
  const sdk = await loaded(load);
  const token = await authtoken();
  if (token === null || token === '') {
    const sentence =
      'ngrok needs an authtoken. Copy it from your ngrok dashboard and enter it for this tunnel.';
    throw new TunnelError('secret-missing', sentence, { needsPerson: true });
  }
  signal.throwIfAborted();
  const { promise: ended, resolve: end } = Promise.withResolvers<TunnelError>();
  let isOpen = false;
  const onStatusChange = (status: string) => {
    if (!isOpen) return;
    // The client reconnects by itself; whether that worked is for a proof to say.
    events.disturbed();
    if (status === 'closed') watchForReturn();
    else cancelWatch();
  };
  let watch: NodeJS.Timeout | null = null;
  const cancelWatch = () => {
    if (watch !== null) clearTimeout(watch);
    watch = null;
  };
  const watchForReturn = () => {
    watch ??= setTimeout(
      () => end(new TunnelError('cut', 'The connection to ngrok was lost.')),
      returnWithinMs,
    );
  };
  const listener = await started(sdk, {
    addr: `127.0.0.1:${localPort}`,
    authtoken: token,
    force_new_session: true,
    // Shown in ngrok's dashboard; the default would name this computer's port there.
    forwards_to: 'Causeway',
    onStatusChange,
    ...(domain === null ? {} : { domain }),
  });
  const close = async () => {
    isOpen = false;
    cancelWatch();
    // It may be gone already, and the process must not care.
    await listener.close().catch(() => undefined);
  };
  try {
    signal.throwIfAborted();
    const publicOrigin = readPublicOrigin(listener.url() ?? '', { allowPrivate: false });
    isOpen = true;
    return { publicOrigin, pinnedCertificate: null, ended, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** How long the client may take to reconnect by itself before we open anew. */
const returnWithinMs = 3_000;

async function loaded(load: NgrokOptions['load']): Promise<NgrokSdk> {
  try {
    return await load();
  } catch (cause) {
    const sentence =
      'The ngrok package is not installed on this computer, or not available for this system. ' +
      'Use an SSH tunnel or your own URL instead.';
    throw new TunnelError('package-missing', sentence, { needsPerson: true, cause });
  }
}

async function started(sdk: NgrokSdk, config: NgrokConfig) {
  try {
    return await sdk.forward(config);
  } catch (error) {
    // No cause is kept: ngrok's own words may repeat the authtoken.
    throw refusal(codeOf(error));
  }
}

/** `ERR_NGROK_105` and the like; empty when the error has none, as for a network that is down. */
function codeOf(error: unknown): string {
  const given = error instanceof Error && 'errorCode' in error ? String(error.errorCode) : '';
  const text = `${given} ${error instanceof Error ? error.message : ''}`;
  return /ERR_NGROK_\d+/.exec(text)?.[0] ?? '';
}

/** https://ngrok.com/docs/errors: those that a person can mend. */
const authtokenRefused = new Set(['105', '106', '107', '300', '4018'].map(errorCode));
const domainRefused = new Set(['314', '319', '320', '7117', '7118', '15002'].map(errorCode));
function errorCode(number: string): string {
  return `ERR_NGROK_${number}`;
}

function refusal(code: string): TunnelError {
  const person = { needsPerson: true };
  if (authtokenRefused.has(code)) {
    const sentence = `ngrok did not accept the authtoken (${code}). Enter a new one.`;
    return new TunnelError('authentication', sentence, person);
  }
  if (domainRefused.has(code)) {
    const sentence = `ngrok does not allow this account to use the domain (${code}). Check the domain.`;
    return new TunnelError('settings', sentence, person);
  }
  if (code === 'ERR_NGROK_108') {
    const sentence =
      'This ngrok account has reached its plan’s session limit (ERR_NGROK_108). End another session.';
    return new TunnelError('provider', sentence);
  }
  if (code === 'ERR_NGROK_334') {
    const sentence =
      'Another ngrok session uses this URL (ERR_NGROK_334), perhaps on another computer. End that session.';
    return new TunnelError('provider', sentence);
  }
  if (code !== '') return new TunnelError('provider', `ngrok refused the tunnel (${code}).`);
  return new TunnelError('unreachable', 'ngrok could not be reached. Check the network.');
}
