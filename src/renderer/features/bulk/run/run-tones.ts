/** The tone of a run and of its rows: green done, blue in progress, amber needs someone. */
import type { BulkRowState, BulkRun } from '../../../../bridge/bulk.ts';
import type { Tone } from '../../../components/status-mark.tsx';

export const rowTones: Record<BulkRowState, Tone> = {
  waiting: 'grey',
  sending: 'blue',
  created: 'green',
  refused: 'red',
  unknown: 'amber',
  unsent: 'grey',
  'left-out': 'grey',
};

/** A run that is done needs someone as long as a row was refused, or is not known. */
export function toneOfRun(run: Pick<BulkRun, 'state' | 'counts' | 'mismatches'>): Tone {
  if (run.mismatches > 0) return 'red';
  switch (run.state) {
    case 'running':
      return 'blue';
    case 'paused':
    case 'interrupted':
      return 'amber';
    case 'stopped':
      return run.counts.unknown > 0 ? 'amber' : 'grey';
    case 'done':
      return run.counts.unknown + run.counts.refused > 0 ? 'amber' : 'green';
  }
}
