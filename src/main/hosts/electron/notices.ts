/** Notices by the system, and the number on the program's icon. */
import { join } from 'node:path';
import type { App, BrowserWindow, NativeImage, Notification } from 'electron';
import type { ConsoleOptions } from '../../console/console.ts';

type HostNotices = NonNullable<ConsoleOptions['notices']>;

interface SystemNotice extends Pick<Notification, 'show'> {
  on(event: 'click', pressed: () => void): unknown;
}

export interface SystemNoticesOptions {
  readonly Notification: {
    new (options: { title: string; body: string }): SystemNotice;
    isSupported(): boolean;
  };
  readonly badge: (count: number) => void;
  /** Brings the window to the front; opens it where there is none. */
  readonly toFront: () => void;
}

/** Notices of which the system may still say that they were pressed. */
const mostKept = 50;

/** null where the system shows none: the page shows them then. */
export function createSystemNotices(options: SystemNoticesOptions): HostNotices | null {
  const { Notification, badge, toFront } = options;
  if (!Notification.isSupported()) return null;
  // One that nothing refers to is collected, and its click with it.
  const kept = new Set<SystemNotice>();
  return {
    show({ title, body, onOpen }) {
      const notice = new Notification({ title, body });
      kept.add(notice);
      const [oldest] = kept;
      if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest);
      notice.on('click', () => {
        kept.delete(notice);
        toFront();
        onOpen();
      });
      notice.show();
    },
    badge,
  };
}

export interface BadgeOptions {
  readonly app: Pick<App, 'setBadgeCount'>;
  readonly platform: NodeJS.Platform;
  /** null while there is none. */
  readonly window: () => Pick<BrowserWindow, 'setOverlayIcon'> | null;
  readonly image: (file: string) => NativeImage;
  /** Where the icons are, as of a tray. */
  readonly icons: string;
}

/** Marks the program's icon: a number, and on Windows, which has none, a dot. */
export function createBadge({ app, platform, window, image, icons }: BadgeOptions) {
  if (platform !== 'win32') return (count: number) => void app.setBadgeCount(count);
  return (count: number): void => {
    const dot = count === 0 ? null : image(join(icons, 'badge.png'));
    window()?.setOverlayIcon(dot, count === 0 ? '' : `Needs you: ${count}`);
  };
}
