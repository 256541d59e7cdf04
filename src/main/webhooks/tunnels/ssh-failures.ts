/** What an error of ssh2 means. Its own words are kept as the cause and shown to nobody. */
import { TunnelError, type TunnelFailure } from './tunnel.ts';

/** Why no session came about. `pinnedType` is the kind of the pinned key; null without one. */
export function connectFailure(error: unknown, pinnedType: string | null): TunnelError {
  const { level, code, message } = partsOf(error);
  if (level === 'client-authentication') {
    const sentence =
      'The SSH server did not accept us. Check the user name, and the key or the password.';
    return new TunnelError('authentication', sentence, { needsPerson: true, cause: error });
  }
  if (level === 'agent') {
    const sentence = 'The SSH agent of this computer does not answer. Start it, or use a key file.';
    return new TunnelError('authentication', sentence, { needsPerson: true, cause: error });
  }
  if (pinnedType !== null && /no matching host key/i.test(message)) {
    const sentence =
      `The SSH server no longer has the host key that is pinned (${pinnedType}), so nothing was ` +
      'sent to it. Ask its administrator whether that is meant.';
    return new TunnelError('host-key-changed', sentence, { needsPerson: true, cause: error });
  }
  if (/no matching/i.test(message)) {
    const sentence = 'The SSH server offers only methods that are too old to be safe.';
    return new TunnelError('settings', sentence, { needsPerson: true, cause: error });
  }
  return networkFailure(code, level, error);
}

function networkFailure(code: string, level: string, cause: unknown): TunnelError {
  if (code === 'ENOTFOUND' || code.startsWith('EAI_')) {
    return new TunnelError('name', 'The name of the SSH server was not found.', { cause });
  }
  if (code === 'ECONNREFUSED') {
    return new TunnelError('refused', 'The SSH server refused the connection.', { cause });
  }
  if (/^E(?:HOST|NET)(?:UNREACH|DOWN)$|^EADDRNOTAVAIL$/.test(code)) {
    return new TunnelError('unreachable', 'There is no way to the SSH server.', { cause });
  }
  if (level === 'client-timeout' || code === 'ETIMEDOUT') {
    return new TunnelError('timeout', 'The SSH server did not answer in time.', { cause });
  }
  return new TunnelError('cut', 'The connection to the SSH server was cut.', { cause });
}

/** Why a session that stood is gone; null for the error when it just closed. */
export function lossOf(error: Error | null): TunnelFailure {
  const { level } = partsOf(error);
  if (level === 'client-timeout') {
    return new TunnelError('silent', 'The SSH server fell silent.', { cause: error });
  }
  return new TunnelError('cut', 'The connection to the SSH server was cut.', { cause: error });
}

function partsOf(error: unknown): { level: string; code: string; message: string } {
  const text = (key: 'level' | 'code' | 'message'): string => {
    if (typeof error !== 'object' || error === null) return '';
    const value: unknown = Reflect.get(error, key);
    return typeof value === 'string' ? value : '';
  };
  return { level: text('level'), code: text('code'), message: text('message') };
}
