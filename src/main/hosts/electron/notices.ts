/** Notices by the system, and the number on the program's icon. */
import type { App, Notification } from 'electron';
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
  readonly app: Pick<App, 'setBadgeCount'>;
  /** Brings the window to the front; opens it where there is none. */
  readonly toFront: () => void;
}

/** Notices of which the system may still say that they were pressed. */
const mostKept = 50;

/** null where the system shows none: the page shows them then. */
export function createSystemNotices(options: SystemNoticesOptions): HostNotices | null {
  const { Notification, app, toFront } = options;
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
    badge: (count) => void app.setBadgeCount(count),
  };
}
