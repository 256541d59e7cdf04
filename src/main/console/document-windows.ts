/** Opens documents: at a path that the page opens, or in windows of the host, of which a page can't pile up many. */
import { browserHostPaths } from '../../bridge/transport.ts';
import { invalid } from '../core/intents/failed.ts';
import type { SecretEntry } from './secret-entry.ts';

/** Resolves when the document of this ticket is in a window, and tells when that is shown and closed. */
export type OpenDocumentWindow = (
  ticket: string,
  onShown: () => void,
  onClosed: () => void,
) => Promise<void>;

export interface DocumentWindowsParts {
  /** null where the page opens the path itself. */
  readonly openWindow: OpenDocumentWindow | null;
  readonly secrets: () => Pick<SecretEntry, 'shown' | 'closed'>;
}

/** Issues the ticket and opens its document, as AskPerson resolves. Of a kind, one window at a time. */
export type OpenDocument = (kind: string, issue: () => string) => Promise<string | null>;

export function createDocumentWindows(parts: DocumentWindowsParts): OpenDocument {
  const { openWindow, secrets } = parts;
  const open = new Set<string>();
  return async (kind, issue) => {
    if (openWindow === null) return `${browserHostPaths.secret}${issue()}`;
    if (open.has(kind)) {
      const sentence = 'A window for this is open already. Close it, or finish there.';
      throw invalid(sentence, 'open-already', true);
    }
    const ticket = issue();
    const onClosed = () => {
      open.delete(kind);
      secrets().closed(ticket);
    };
    open.add(kind);
    try {
      await openWindow(ticket, () => secrets().shown(ticket), onClosed);
    } catch (error) {
      onClosed();
      throw error;
    }
    return null;
  };
}
