/**
 * Chromium takes switches from the command line, and some of them open the program up: a debugger on a
 * port, another proxy, no checks of certificates. A package takes its own options and those that a
 * desktop needs to show a window; anything else ends the start.
 */

/** What the system, its packaging or a person's display may need. None of it weakens a check but `no-sandbox`, which an AppImage needs where the kernel gives no namespaces. */
const harmless: ReadonlySet<string> = new Set([
  ...['no-sandbox', 'disable-gpu', 'disable-gpu-sandbox', 'disable-dev-shm-usage'],
  ...['ozone-platform', 'ozone-platform-hint', 'force-device-scale-factor', 'high-dpi-support'],
  ...['lang', 'password-store', 'original-process-start-time'],
]);

export class ForeignSwitch extends Error {
  override readonly name = 'ForeignSwitch';
}

/** Throws ForeignSwitch, which names it. `own`: names of the program's options. */
export function refuseForeignSwitches(
  args: readonly string[],
  own: ReadonlySet<string>,
  platform: NodeJS.Platform,
): void {
  const form = platform === 'win32' ? /^(?:--?|\/)([^-=/][^=]*)/ : /^--?([^-=][^=]*)/;
  for (const arg of args) {
    const name = form.exec(arg)?.[1]?.toLowerCase();
    // macOS hands a program that was clicked the number of its process.
    if (name === undefined || own.has(name) || harmless.has(name) || /^psn_\d/.test(name)) continue;
    throw new ForeignSwitch(
      `Causeway does not start with --${name}. It is not an option of Causeway, and Chromium’s own options can open the program to others. Start Causeway without it.`,
    );
  }
}
