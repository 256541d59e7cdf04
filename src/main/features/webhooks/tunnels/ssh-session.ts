/** One authenticated connection to an SSH server whose key is pinned. */
import { readFile } from 'node:fs/promises';
import type { Client, ConnectConfig } from 'ssh2';
import { fingerprintOf, type HostKeys, isSameKey, typeOf } from './host-keys.ts';
import { TunnelError, type TunnelFailure } from './tunnel.ts';

/** How we say who we are. `none` is for services that ask nothing. */
export type SshAuth =
  | { readonly method: 'agent' }
  /** `path` is null until a person has chosen it. */
  | { readonly method: 'key-file'; readonly path: string | null }
  | { readonly method: 'password' }
  | { readonly method: 'none' };

export interface SshServer {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly auth: SshAuth;
}

export interface SshSecrets {
  /** From the keychain; null when none was entered, as for the passphrase. */
  password(): Promise<string | null>;
  /** Passphrase of the key file. */
  passphrase(): Promise<string | null>;
  /** Socket of the agent (`SSH_AUTH_SOCK`, a named pipe, `pageant`); null when there is none. */
  readonly agentSocket: string | null;
}

export interface SshSession {
  readonly client: Client;
  /** Resolves when the connection is gone, whoever ended it. Never rejects. */
  readonly lost: Promise<TunnelFailure>;
  close(): Promise<void>;
}

/** A line that is silent is given up after 2 unanswered ones: within 3 s. */
const keepaliveMs = 1_000;
const keepaliveUnanswered = 2;
const handshakeMs = 15_000;
const farewellMs = 500;

/** Without SHA-1 and DSA. In the order of preference; a pinned key narrows it to its own kind. */
const hostKeyAlgorithms = [
  'ssh-ed25519',
  'ecdsa-sha2-nistp256',
  'ecdsa-sha2-nistp384',
  'ecdsa-sha2-nistp521',
  'rsa-sha2-512',
  'rsa-sha2-256',
] as const;
type HostKeyAlgorithm = (typeof hostKeyAlgorithms)[number];

/** @throws TunnelError, and the reason of `signal` when that aborts. */
export async function openSshSession(options: {
  readonly server: SshServer;
  readonly secrets: SshSecrets;
  readonly hostKeys: HostKeys;
  readonly signal: AbortSignal;
}): Promise<SshSession> {
  const { server, secrets, hostKeys, signal } = options;
  const { default: ssh2 } = await import('ssh2');
  const pinned = hostKeys.find(server.host, server.port);
  // Until a person trusted it, the server only shows its key, and gets nothing.
  const credentials =
    pinned === null ? {} : await credentialsOf(server.auth, secrets, ssh2.utils.parseKey);
  signal.throwIfAborted();
  const client = new ssh2.Client();
  const { promise: lost, resolve: lose } = Promise.withResolvers<TunnelFailure>();
  let denied: TunnelError | null = null;
  let last: Error | null = null;

  const verify = (key: Buffer): boolean => {
    if (pinned === null) {
      denied = hostKeyAsked(hostKeys.meet(server.host, server.port, key), fingerprintOf(key));
      return false;
    }
    if (isSameKey(pinned, key)) return true;
    denied = hostKeyChanged(pinned, fingerprintOf(key));
    return false;
  };

  const ready = new Promise<void>((resolve, reject) => {
    client.once('ready', resolve);
    client.on('error', (error) => {
      // The first one says why; what follows is the wreck.
      last ??= error;
      reject(denied ?? connectFailure(error, pinned === null ? null : typeOf(pinned)));
    });
    client.once('close', () => {
      const failure = lossOf(last);
      lose(failure);
      reject(denied ?? failure);
    });
  });
  client.on('keyboard-interactive', (_name, _instructions, _language, prompts, finish) => {
    // One hidden question is the password. Anything else we don't answer.
    const [only] = prompts;
    const isPassword = prompts.length === 1 && only !== undefined && only.echo !== true;
    finish(isPassword ? [credentials.password ?? ''] : prompts.map(() => ''));
  });
  const abort = () => client.destroy();
  signal.addEventListener('abort', abort, { once: true });
  try {
    client.connect({
      host: server.host,
      port: server.port,
      username: server.user,
      readyTimeout: handshakeMs,
      keepaliveInterval: keepaliveMs,
      keepaliveCountMax: keepaliveUnanswered,
      hostVerifier: verify,
      algorithms: { serverHostKey: algorithmsFor(pinned) },
      ...credentials,
    });
    await ready;
    client.setNoDelay(true);
    return { client, lost, close: () => closeClient(client, lost) };
  } catch (error) {
    client.destroy();
    signal.throwIfAborted();
    throw error instanceof TunnelError ? error : connectFailure(error, null);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

/** A server may have got a key of another kind meanwhile; that must not look like a changed one. */
function algorithmsFor(pinned: Uint8Array | null): HostKeyAlgorithm[] {
  const type = pinned === null ? null : typeOf(pinned);
  if (type === null) return [...hostKeyAlgorithms];
  return hostKeyAlgorithms.filter(
    (name) => name === type || (type === 'ssh-rsa' && name.startsWith('rsa-')),
  );
}

function hostKeyChanged(pinned: Uint8Array, given: string): TunnelError {
  const sentence =
    'The SSH server’s host key changed, so nothing was sent to it. Ask its administrator whether ' +
    `the key was changed. Trusted: ${fingerprintOf(pinned)}; now: ${given}.`;
  return new TunnelError('host-key-changed', sentence, { needsPerson: true });
}

function hostKeyAsked(met: 'lost' | 'first', given: string): TunnelError {
  const why = met === 'lost' ? 'The trusted host keys were lost' : 'This SSH server is new';
  const sentence =
    `${why}, so nothing was sent to it. Its host key is ${given}. Compare the key with the one ` +
    'from its administrator, and trust it if both are the same.';
  return new TunnelError('host-key-asked', sentence, { needsPerson: true });
}

type Credentials = Pick<
  ConnectConfig,
  'password' | 'privateKey' | 'passphrase' | 'agent' | 'tryKeyboard'
>;

async function credentialsOf(
  auth: SshAuth,
  secrets: SshSecrets,
  parseKey: (data: Buffer, passphrase?: string) => unknown,
): Promise<Credentials> {
  switch (auth.method) {
    case 'none':
      return {};
    case 'agent': {
      if (secrets.agentSocket === null)
        throw missing('No SSH agent is running on this computer. Start one, or use a key file.');
      return { agent: secrets.agentSocket };
    }
    case 'password': {
      const password = await secrets.password();
      if (password === null)
        throw missing('The SSH server needs a password. Enter it for this tunnel.');
      // Many servers ask for it as a question of their own.
      return { password, tryKeyboard: true };
    }
    case 'key-file':
      return await keyFileOf(auth.path, secrets, parseKey);
  }
}

const missing = (sentence: string): TunnelError =>
  new TunnelError('secret-missing', sentence, { needsPerson: true });

async function keyFileOf(
  path: string | null,
  secrets: SshSecrets,
  parseKey: (data: Buffer, passphrase?: string) => unknown,
): Promise<Credentials> {
  const refuse = (sentence: string): TunnelError =>
    new TunnelError('key-file', sentence, { needsPerson: true });
  if (path === null) throw refuse('No key file is set yet. Set one for this tunnel.');
  const privateKey = await readFile(path).catch(() => {
    throw refuse('The key file can’t be read. Set it again, or check its permissions.');
  });
  if (!(parseKey(privateKey) instanceof Error)) return { privateKey };
  const passphrase = await secrets.passphrase();
  const encrypted = /encrypted/i.test(errorText(parseKey(privateKey)));
  if (encrypted && passphrase === null) {
    throw missing('The key file is protected by a passphrase. Enter it for this tunnel.');
  }
  if (!encrypted || parseKey(privateKey, passphrase ?? '') instanceof Error) {
    throw refuse(
      encrypted
        ? 'The passphrase does not unlock the key file. Enter it again.'
        : 'The key file does not contain a usable private key. Set another file.',
    );
  }
  return { privateKey, passphrase: passphrase ?? '' };
}

const errorText = (value: unknown): string => (value instanceof Error ? value.message : '');

/** Says goodbye, so that the server frees the port at once; after a moment the line is cut. */
async function closeClient(client: Client, lost: Promise<unknown>): Promise<void> {
  const timer = setTimeout(() => client.destroy(), farewellMs);
  client.end();
  await lost;
  clearTimeout(timer);
}

/** Why no session came about. `pinnedType` is the kind of the pinned key; null without one. */
function connectFailure(error: unknown, pinnedType: string | null): TunnelError {
  const { level, code, message } = partsOf(error);
  if (level === 'client-authentication') {
    const sentence =
      'The SSH server did not accept the sign-in. Check the user name, and the key or password.';
    return new TunnelError('authentication', sentence, { needsPerson: true, cause: error });
  }
  if (level === 'agent') {
    const sentence =
      'The SSH agent on this computer is not responding. Start it, or use a key file.';
    return new TunnelError('authentication', sentence, { needsPerson: true, cause: error });
  }
  if (pinnedType !== null && /no matching host key/i.test(message)) {
    const sentence =
      `The SSH server no longer has the host key that you trust (${pinnedType}), so nothing was ` +
      'sent to it. Ask its administrator whether the key was changed.';
    return new TunnelError('host-key-changed', sentence, { needsPerson: true, cause: error });
  }
  if (/no matching/i.test(message)) {
    const sentence =
      'The SSH server offers only outdated, unsafe methods. Ask its administrator to update it.';
    return new TunnelError('settings', sentence, { needsPerson: true, cause: error });
  }
  return networkFailure(code, level, error);
}

function networkFailure(code: string, level: string, cause: unknown): TunnelError {
  if (code === 'ENOTFOUND' || code.startsWith('EAI_')) {
    const sentence = 'The SSH server’s host name could not be found. Check how it is spelled.';
    return new TunnelError('name', sentence, { cause });
  }
  if (code === 'ECONNREFUSED') {
    const sentence =
      'The SSH server refused the connection. Check its host and port, and that it is running.';
    return new TunnelError('refused', sentence, { cause });
  }
  if (/^E(?:HOST|NET)(?:UNREACH|DOWN)$|^EADDRNOTAVAIL$/.test(code)) {
    return new TunnelError(
      'unreachable',
      'This computer can’t reach the SSH server. It may be offline.',
      { cause },
    );
  }
  if (level === 'client-timeout' || code === 'ETIMEDOUT') {
    const sentence =
      'The SSH server did not respond in time. Check its host and port, and firewalls on the way.';
    return new TunnelError('timeout', sentence, { cause });
  }
  return new TunnelError('cut', 'The connection to the SSH server was lost.', { cause });
}

/** Why a session that stood is gone; null for the error when it just closed. */
function lossOf(error: Error | null): TunnelFailure {
  const { level } = partsOf(error);
  if (level === 'client-timeout') {
    return new TunnelError('silent', 'The SSH server stopped responding.', { cause: error });
  }
  return new TunnelError('cut', 'The connection to the SSH server was lost.', { cause: error });
}

function partsOf(error: unknown): { level: string; code: string; message: string } {
  const text = (key: 'level' | 'code' | 'message'): string => {
    if (typeof error !== 'object' || error === null) return '';
    const value: unknown = Reflect.get(error, key);
    return typeof value === 'string' ? value : '';
  };
  return { level: text('level'), code: text('code'), message: text('message') };
}
