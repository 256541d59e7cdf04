/** What an error of ssh2 means. Its own words are kept as the cause and shown to nobody. */
import { TunnelError, type TunnelFailure } from './tunnel.ts';

/** Why no session came about. `pinnedType` is the kind of the pinned key; null without one. */
export function connectFailure(error: unknown, pinnedType: string | null): TunnelError {
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
    return new TunnelError('name', 'The SSH server’s host name could not be found.', { cause });
  }
  if (code === 'ECONNREFUSED') {
    return new TunnelError('refused', 'The SSH server refused the connection.', { cause });
  }
  if (/^E(?:HOST|NET)(?:UNREACH|DOWN)$|^EADDRNOTAVAIL$/.test(code)) {
    return new TunnelError(
      'unreachable',
      'This computer can’t reach the SSH server. It may be offline.',
      { cause },
    );
  }
  if (level === 'client-timeout' || code === 'ETIMEDOUT') {
    return new TunnelError('timeout', 'The SSH server did not respond in time.', { cause });
  }
  return new TunnelError('cut', 'The connection to the SSH server was lost.', { cause });
}

/** Why a session that stood is gone; null for the error when it just closed. */
export function lossOf(error: Error | null): TunnelFailure {
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
