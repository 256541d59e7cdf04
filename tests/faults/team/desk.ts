/** A computer of a team in a process of its own, behind a line that can be cut. */
import { type Relay, startRelay } from '../../tunnels/support/relay.ts';
import { type AskedProcess, createAskedProcess } from './asked-process.ts';
import type { DeskAnswer, DeskQuestion, DeskSeen, DeskSettings } from './desk-process.ts';

export interface DeskOptions extends Omit<DeskSettings, 'skewMs'> {
  /** Of the database, where the line leads. */
  readonly port: number;
}

export interface Desk extends AskedProcess<DeskQuestion, DeskAnswer> {
  readonly line: Pick<Relay, 'reset' | 'silence' | 'endSilent' | 'refuse'>;
  seen(isWhole?: boolean): Promise<DeskSeen>;
  /** From now on, and after each start. */
  setClock(skewMs: number): void;
  end(): Promise<void>;
}

export async function startDesk({ port, ...given }: DeskOptions): Promise<Desk> {
  const line = await startRelay(port);
  const url = given.url.replace(`:${port}/`, `:${line.port}/`);
  let skewMs = 0;
  const running = createAskedProcess<DeskQuestion, DeskAnswer>(
    new URL('./desk-process.ts', import.meta.url),
    `desk ${given.number}`,
    () => ({ ...given, url, skewMs }),
  );
  await running.start();
  return {
    ...running,
    line,
    async seen(isWhole = false) {
      const answered = await running.ask({ ask: 'what is seen', isWhole });
      if (answered?.seen === undefined) throw new Error('A desk does not say what it has.');
      return answered.seen;
    },
    setClock(skew) {
      skewMs = skew;
      void running.ask({ ask: 'clock', skewMs });
    },
    async end() {
      await running.kill();
      await line.stop();
    },
  };
}
