/** One line a delivery. */
import type { DeliveryRow } from '../../../../bridge/deliveries.ts';
import type { ForwardView } from '../../../../bridge/forwarding.ts';
import { terminalText } from '../../../../platform/terminal-text.ts';

export interface DeliveryLine {
  readonly row: DeliveryRow;
  /** null when it was not forwarded: it is not verified, or awaits its secret. */
  readonly forward: ForwardView | null;
}

const verdictWords: Readonly<Record<DeliveryRow['verdict']['kind'], string>> = {
  genuine: 'verified',
  'genuine-reserialised': 'verified (re-serialised)',
  'duplicate-keys': 'REJECTED: duplicate key, exact bytes not signed',
  'other-webhook': 'REJECTED: signed with another webhook’s secret',
  wrong: 'REJECTED: invalid signature',
  missing: 'REJECTED: unsigned',
  'not-yet-judged': 'stored: signature not checked',
};

export function textLine({ row, forward }: DeliveryLine): string {
  const time = localTime(timeOf(row, forward));
  const name = (row.eventName ?? '(unknown)').padEnd(28);
  const parts = [time, name, verdictWords[row.verdict.kind]];
  if (forward !== null) parts.push(`→ ${resultOf(forward)}`);
  if (forward?.isReplay === true) parts.push('(replay)');
  else if (row.role !== null && row.role !== 'first') parts.push(`(${row.role})`);
  if (row.eventId !== null) parts.push(row.eventId);
  return terminalText(parts.join('  '));
}

/** When the attempt of the line ended; when the delivery was received, where no attempt has ended. */
const timeOf = ({ receivedAt }: DeliveryRow, forward: ForwardView | null): string =>
  forward?.lastTriedAt ?? receivedAt;

/** `12:03:11.482` in the zone of this computer. */
function localTime(instant: string): string {
  const at = new Date(instant);
  const two = (part: number) => String(part).padStart(2, '0');
  const ms = String(at.getMilliseconds()).padStart(3, '0');
  return `${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}.${ms}`;
}

function resultOf({ state, status, lastMs, sentence, nextTryAt, attempts }: ForwardView): string {
  const took = lastMs === null ? '' : ` in ${Math.round(lastMs)} ms`;
  const which = attempts > 1 ? ` on attempt ${attempts}` : '';
  if (state === 'delivered') return `${status ?? 'accepted'}${took}${which}`;
  if (attempts === 0 && state === 'waiting') return 'waiting in the queue';
  const again = nextTryAt === null ? '' : ` Next attempt at ${localTime(nextTryAt).slice(0, 8)}.`;
  return `FAILED${took}: ${sentence}${again}`;
}

export const jsonLine = ({ row, forward }: DeliveryLine): string =>
  terminalText(
    JSON.stringify({
      at: row.receivedAt,
      arrival: row.arrival,
      webhookId: row.webhookId,
      eventId: row.eventId,
      event: row.eventName,
      verdict: row.verdict.kind,
      role: row.role,
      forward:
        forward === null
          ? null
          : {
              state: forward.state,
              status: forward.status,
              ms: forward.lastMs,
              isReplay: forward.isReplay,
              attempts: forward.attempts,
              triedAt: forward.lastTriedAt,
              nextTryAt: forward.nextTryAt,
              sentence: forward.sentence,
            },
    }),
  );
