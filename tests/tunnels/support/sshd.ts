/** A real OpenSSH server on loopback: its own settings, port, host keys, and one key that may enter. */
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port.ts';
import { type Program, startProgram } from './program.ts';

export interface Sshd {
  readonly pid: number;
  readonly port: number;
  readonly user: string;
  /** Private key that may enter. */
  readonly keyFile: string;
  /** Its ed25519 host key, in the form of RFC 4253 (6.6). */
  readonly hostKey: Uint8Array;
  /** Fingerprints of its host keys as ssh-keygen says them, by kind. */
  readonly fingerprints: Readonly<Record<HostKeyKind, string>>;
  stop(): Promise<void>;
}

export const hostKeyKinds = ['ed25519', 'rsa'] as const;
export type HostKeyKind = (typeof hostKeyKinds)[number];

export interface SshdOptions {
  /** An empty folder, or that of a server before: keys that lie there are used again. */
  readonly directory: string;
  readonly port?: number;
  /** Which host keys it shows. */
  readonly hostKeys?: readonly HostKeyKind[];
  /** More lines of sshd_config. */
  readonly settings?: readonly string[];
}

export async function startSshd(options: SshdOptions): Promise<Sshd> {
  const { directory, hostKeys = ['ed25519'], settings = [] } = options;
  const port = options.port ?? (await freePort());
  const keyFile = join(directory, 'user-key');
  makeKey(keyFile, 'ed25519');
  for (const kind of hostKeyKinds) makeKey(join(directory, `host-${kind}`), kind);
  copyFileSync(`${keyFile}.pub`, join(directory, 'authorized_keys'));
  const config = join(directory, 'sshd_config');
  writeFileSync(
    config,
    [
      'ListenAddress 127.0.0.1',
      `Port ${port}`,
      ...hostKeys.map((kind) => `HostKey ${join(directory, `host-${kind}`)}`),
      `AuthorizedKeysFile ${join(directory, 'authorized_keys')}`,
      `PidFile ${join(directory, 'sshd.pid')}`,
      // The folders of temporary files belong to others too.
      'StrictModes no',
      'UsePAM no',
      'PasswordAuthentication no',
      'KbdInteractiveAuthentication no',
      'AllowTcpForwarding yes',
      'MaxStartups 200',
      ...settings,
      '',
    ].join('\n'),
  );
  if (process.getuid?.() === 0) mkdirSync('/run/sshd', { recursive: true, mode: 0o755 });
  const program: Program = await startProgram('/usr/sbin/sshd', ['-D', '-e', '-f', config], port);
  return {
    pid: program.pid,
    port,
    user: userInfo().username,
    keyFile,
    hostKey: Buffer.from(
      readFileSync(join(directory, 'host-ed25519.pub'), 'utf8').split(' ')[1] ?? '',
      'base64',
    ),
    fingerprints: {
      ed25519: fingerprint(join(directory, 'host-ed25519')),
      rsa: fingerprint(join(directory, 'host-rsa')),
    },
    stop: program.stop,
  };
}

/** Makes a key pair unless it is there. */
export function makeKey(path: string, kind: HostKeyKind, passphrase = ''): void {
  try {
    readFileSync(path);
  } catch {
    const size = kind === 'rsa' ? ['-b', '2048'] : [];
    execFileSync('ssh-keygen', ['-q', '-t', kind, ...size, '-N', passphrase, '-f', path]);
  }
}

function fingerprint(path: string): string {
  const line = execFileSync('ssh-keygen', ['-l', '-f', `${path}.pub`], { encoding: 'utf8' });
  return line.split(' ')[1] ?? '';
}
