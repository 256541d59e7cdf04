import { existsSync, globSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { hasChromium, headlessChromium, systemChromium } from './browsers.ts';
import { runCommand } from './run-command.ts';
import { withoutStartingServices } from './without-starting-services.ts';

interface SystemPackage {
  /** Its name in Debian. */
  readonly debian: string;
  readonly purpose: string;
  readonly isPresent: () => boolean;
}

const chromium: SystemPackage = {
  debian: 'chromium',
  purpose: 'a Chromium (or: npx playwright install chromium, or CAUSEWAY_CHROMIUM=<path>)',
  isPresent: hasChromium,
};

/** The specs would run in the whole browser as well, for a quarter more processor. */
const headlessShell: SystemPackage = {
  debian: 'chromium-headless-shell',
  purpose: 'chromium-headless-shell (or: CAUSEWAY_CHROMIUM=<path>)',
  isPresent: () => headlessChromium() !== systemChromium() || !isDebian(),
};

/** Without any font Chromium draws no text and may not start. */
const font: SystemPackage = {
  debian: 'fonts-dejavu-core',
  purpose: 'a font',
  isPresent: () => globSync('/usr/share/fonts/**/*.{ttf,otf,ttc,pfb}').length > 0,
};

/** A keychain of its own is set up on Linux alone; the other systems bring theirs. */
const keychain: readonly SystemPackage[] = [
  { debian: 'dbus', purpose: 'dbus-run-session', isPresent: () => isInPath('dbus-run-session') },
  {
    debian: 'gnome-keyring',
    purpose: 'gnome-keyring-daemon',
    isPresent: () => isInPath('gnome-keyring-daemon'),
  },
  {
    debian: 'libsecret-1-0',
    purpose: 'libsecret-1.so.0',
    isPresent: () => globSync('/{usr/,}lib{64,}/{,*/}libsecret-1.so.0').length > 0,
  },
];

/** A real SSH server and a real TLS proxy, where a tunnel ends. */
const publicSide: readonly SystemPackage[] = [
  {
    debian: 'openssh-server',
    purpose: 'sshd',
    isPresent: () => existsSync('/usr/sbin/sshd'),
  },
  {
    debian: 'openssh-client',
    purpose: 'ssh-agent and ssh-keygen',
    isPresent: () => isInPath('ssh-agent') && isInPath('ssh-keygen'),
  },
  {
    debian: 'nginx-light',
    purpose: 'nginx',
    isPresent: () => existsSync('/usr/sbin/nginx'),
  },
];

/** The database of a team; tests start servers of their own, under its user. */
export const postgresql: SystemPackage = {
  debian: 'postgresql',
  purpose: 'PostgreSQL 14 or later',
  isPresent: () => globSync('/usr/lib/postgresql/*/bin/initdb').length > 0,
};

/** Shows what a process forced to the disk, and when; Linux alone has it. */
const strace: SystemPackage = {
  debian: 'strace',
  purpose: 'strace',
  isPresent: () => isInPath('strace'),
};

/** Sends to what is measured. */
export const wrk: SystemPackage = {
  debian: 'wrk',
  purpose: 'wrk',
  isPresent: () => isInPath('wrk'),
};

const neededByTests = (): readonly SystemPackage[] =>
  process.platform === 'linux'
    ? [chromium, headlessShell, font, ...keychain, ...publicSide, postgresql, strace]
    : [chromium];

/**
 * Sees to what is needed from the system, by the tests where nothing else is said: installs it by apt on Debian as root, elsewhere
 * says what to install.
 *
 * @returns true when everything is there.
 */
export async function ensureSystemPackages(needed = neededByTests()): Promise<boolean> {
  const missing = () => needed.filter((one) => !one.isPresent());
  if (missing().length > 0 && canInstall()) await install(missing().map((one) => one.debian));

  const stillMissing = missing();
  if (stillMissing.length === 0) return true;
  console.error('This machine lacks what is needed here. Please install:');
  for (const { debian, purpose } of stillMissing) {
    console.error(`  - ${purpose}${process.platform === 'linux' ? `, Debian: ${debian}` : ''}`);
  }
  return false;
}

function canInstall(): boolean {
  return process.getuid?.() === 0 && isDebian() && isInPath('apt-get');
}

const isDebian = (): boolean => existsSync('/etc/debian_version');

async function install(packages: readonly string[]): Promise<void> {
  console.log(`Installing ${packages.join(', ')}`);
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  const steps = [
    ['apt-get', 'update'],
    ['apt-get', 'install', '-y', '--no-install-recommends', ...packages],
  ];
  await withoutStartingServices(async () => {
    for (const argv of steps) {
      const result = await runCommand(argv, { env });
      if (!result.ok) console.error(result.output.trimEnd());
    }
  });
}

function isInPath(program: string): boolean {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return folders.some((folder) => existsSync(join(folder, program)));
}
