import { chmodSync, rmSync, writeFileSync } from 'node:fs';

/** Where Debian asks whether a service may be started; 101 is no. */
const debianPolicy = '/usr/sbin/policy-rc.d';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Does the work while Debian starts no service that is installed meanwhile: the tests need the
 * programs of openssh-server and nginx, and nobody asked for servers on this machine. A policy that
 * is there already stays as it is; ours is gone afterwards, also when the work fails or is ended.
 */
export async function withoutStartingServices<T>(
  work: () => Promise<T>,
  policy = debianPolicy,
): Promise<T> {
  if (!put(policy)) return await work();
  const remove = () => rmSync(policy, { force: true });
  const end = (signal: NodeJS.Signals) => {
    remove();
    leave();
    process.kill(process.pid, signal);
  };
  const leave = () => {
    for (const signal of signals) process.off(signal, end);
  };
  for (const signal of signals) process.on(signal, end);
  try {
    return await work();
  } finally {
    leave();
    remove();
  }
}

/** False when one is there. */
function put(policy: string): boolean {
  try {
    writeFileSync(policy, '#!/bin/sh\nexit 101\n', { flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
  // Whatever the umask.
  chmodSync(policy, 0o755);
  return true;
}
