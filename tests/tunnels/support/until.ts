/** Waits for what a supervisor reports. */
import type { TunnelSupervisor } from '../../../src/main/features/webhooks/tunnels/supervisor.ts';
import type { TunnelReport } from '../../../src/main/features/webhooks/tunnels/tunnel-state.ts';

/** Resolves with the first report that fits, from now on; rejects after `withinMs`. */
export function until(
  supervisor: Pick<TunnelSupervisor, 'report' | 'onChange'>,
  fits: (report: TunnelReport) => boolean,
  withinMs = 45_000,
): Promise<TunnelReport> {
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer);
      stop();
    };
    const look = () => {
      const report = supervisor.report();
      if (!fits(report)) return;
      end();
      resolve(report);
    };
    const stop = supervisor.onChange(look);
    const timer = setTimeout(() => {
      end();
      reject(new Error(`not within ${withinMs} ms; now ${JSON.stringify(supervisor.report())}`));
    }, withinMs);
    look();
  });
}

export const isProven = ({ state }: TunnelReport): boolean => state.state === 'proven';
