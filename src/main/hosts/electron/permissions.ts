/** Electron approves every permission by default. Here all are denied but the one that is listed. */
import type { Session } from 'electron';
import { isUnder, pageHost } from './origins.ts';

/** What the page may do by itself: put a text on the clipboard (deposit instructions, identifiers). */
const granted: ReadonlySet<string> = new Set(['clipboard-sanitized-write']);

/** Where a request comes from, as Electron tells it. */
interface Asking {
  readonly isMainFrame: boolean;
  readonly requestingUrl?: string;
}

const isGranted = (permission: string, { isMainFrame, requestingUrl = '' }: Asking): boolean =>
  granted.has(permission) && isMainFrame && isUnder(pageHost, requestingUrl);

/** Answers requests and checks by the list, and denies devices and screen capture, on the session. */
export function enablePermissions(session: Session): void {
  session.setPermissionRequestHandler((_contents, permission, answer, details) =>
    answer(isGranted(permission, details)),
  );
  session.setPermissionCheckHandler((_contents, permission, origin, details) =>
    isGranted(permission, { ...details, requestingUrl: details.requestingUrl ?? origin }),
  );
  session.setDevicePermissionHandler(() => false);
  session.setDisplayMediaRequestHandler((_request, answer) => answer({}));
}
