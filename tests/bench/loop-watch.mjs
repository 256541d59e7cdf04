/** Loaded before a program under measurement: on SIGUSR2 writes how long it stood still at most, and forgets it. */
import { renameSync, writeFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';

const file = new URL(import.meta.url).searchParams.get('file') ?? '';
const delay = monitorEventLoopDelay({ resolution: 5 });
delay.enable();
process.on('SIGUSR2', () => {
  writeFileSync(`${file}.part`, String(delay.max / 1e6));
  renameSync(`${file}.part`, file);
  delay.reset();
});
