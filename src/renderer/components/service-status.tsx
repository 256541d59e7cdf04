/** A status in the service's words: a known one as words, an unknown one as it came. The raw value is on hover. */
import { statusWords, toneOfStatus } from '../format/status-tone.ts';
import { StatusMark } from './status-mark.tsx';

export function ServiceStatus({ status }: { status: string }) {
  return (
    <span title={status}>
      <StatusMark tone={toneOfStatus(status)}>{statusWords(status)}</StatusMark>
    </span>
  );
}
