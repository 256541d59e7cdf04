/** Causeway beside the system's clock: how it stands, and the way to it. */
import { join } from 'node:path';
import type { Menu, MenuItemConstructorOptions, Tray } from 'electron';
import type { TunnelState } from '../../../bridge/tunnels.ts';
import type { HostStatus, ShowStatus } from '../../features/host-status/feature.ts';

type SystemTray = Pick<Tray, 'setToolTip' | 'setContextMenu' | 'setTitle' | 'setImage'> & {
  on(event: 'click', pressed: () => void): unknown;
};

export interface TrayOptions {
  readonly Tray: new (image: string) => SystemTray;
  readonly Menu: { buildFromTemplate(template: MenuItemConstructorOptions[]): Menu };
  readonly platform: NodeJS.Platform;
  /** Where the icons are: resources/ of the project and of a package. */
  readonly icons: string;
  /** Brings the window to the front; opens it where there is none. */
  readonly open: () => void;
  readonly lock: () => void;
  readonly quit: () => void;
}

const tunnelWords: Readonly<Record<TunnelState, string>> = {
  proven: 'Tunnel: check passed',
  proving: 'Tunnel: checking',
  opening: 'Tunnel: opening',
  failed: 'Tunnel: failed',
  'not-provable': 'Tunnel: can’t be checked',
  closed: 'Tunnel: closed',
};

function needWords({ count, isAtLeast }: HostStatus['needs']): string {
  if (count === 0) return isAtLeast ? 'Not everything could be checked' : 'Nothing needs you';
  return `Needs you: ${count}${isAtLeast ? ' or more' : ''}`;
}

/** What is said of a status, a line each. Never a name or an amount: it may stand on a shared screen. */
export function statusLines(status: HostStatus | null): string[] {
  if (status === null) return ['Locked or opening'];
  const { profileName, needs, tunnel } = status;
  return [
    `Profile: ${profileName}`,
    needWords(needs),
    tunnel === null ? 'No open tunnel' : tunnelWords[tunnel],
  ];
}

/** Windows shows no more of a tooltip. */
const mostOfTooltip = 127;

export function createTray(options: TrayOptions): ShowStatus {
  const { Tray, Menu, platform, icons, open, lock, quit } = options;
  const isMac = platform === 'darwin';
  // One whose name ends so is drawn in the colour of the menu bar.
  const calm = join(icons, isMac ? 'trayTemplate.png' : 'tray.png');
  const marked = join(icons, isMac ? 'trayNeedsTemplate.png' : 'trayNeeds.png');
  let image = calm;
  const tray = new Tray(image);
  // On macOS a press opens the menu.
  if (!isMac) tray.on('click', open);
  const show: ShowStatus = (status) => {
    const lines = statusLines(status);
    tray.setToolTip(['Causeway', ...lines].join('\n').slice(0, mostOfTooltip));
    const count = status?.needs.count ?? 0;
    const wanted = count > 0 || status?.tunnel === 'failed' ? marked : calm;
    if (wanted !== image) tray.setImage(wanted);
    image = wanted;
    if (isMac) tray.setTitle(count === 0 ? '' : String(count));
    tray.setContextMenu(
      Menu.buildFromTemplate([
        ...lines.map((label) => ({ label: plainLabel(label), enabled: false })),
        { type: 'separator' },
        { label: 'Open Causeway', click: open },
        // While it is locked, no status is shown.
        ...(status === null ? [] : [{ label: 'Lock Causeway', click: lock }]),
        { label: 'Quit Causeway', click: quit },
      ]),
    );
  };
  show(null);
  return show;
}

/** Menus of Windows and Linux underline what follows a single &. */
const plainLabel = (label: string): string => label.replaceAll('&', '&&');
