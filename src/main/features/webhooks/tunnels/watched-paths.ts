/** Which paths prove a tunnel. */
import { checkHoldsMs } from '../../../../bridge/check-age.ts';
import type { WebhookPath } from '../inbox/types.ts';
import type { WatchedWebhook } from '../register/types.ts';

/** In turn, all paths within this: it leaves room for the drawn part of a period and for slow proofs. */
const roundMs = 0.88 * checkHoldsMs;

/** @returns milliseconds from one proof to the next: `everyMs`, or less where there are many paths. */
export const checkPeriodMs = (everyMs: number, paths: number): number =>
  Math.min(everyMs, Math.floor(roundMs / Math.max(1, paths)));

/** The webhooks of the open profile; null while none is open, when nothing is known but paths. */
export type Watched = readonly WatchedWebhook[] | null;

/**
 * Those of the webhooks that are registered under the tunnel's address, each of which has to work.
 * Without one there, the path that the next webhook would get. While no profile is open, every path
 * that a webhook has, whichever tunnel it came by.
 */
export function pathsToCheck(
  watched: Watched,
  slots: readonly WebhookPath[],
  publicOrigin: string,
): readonly string[] {
  const pathsOf = (some: readonly { readonly path: string }[]) => some.map(({ path }) => path);
  const own = watched?.filter(({ origin }) => origin === publicOrigin) ?? [];
  if (own.length > 0) return pathsOf(own);
  const tied = slots.filter(({ webhookId }) => webhookId !== null);
  if (watched === null && tied.length > 0) return pathsOf(tied);
  const free = slots.filter(({ webhookId }) => webhookId === null);
  return pathsOf([...free, ...tied]).slice(0, 1);
}
