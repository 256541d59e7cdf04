/** What was measured and on what: without them a figure says nothing to anyone later. */
import { execFileSync } from 'node:child_process';
import { arch, cpus, loadavg, platform, release, totalmem } from 'node:os';
import { root } from '../support/run-command.ts';

const git = (...args: string[]): string =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();

/** Commit (and whether files differ from it), processors, memory, system, Node, and how busy it was. */
export function whereAndWhat(): string {
  const processors = cpus();
  const status = git('status', '--porcelain', '--untracked-files=no');
  const changed = status === '' ? '' : ' with changes';
  const machine = [
    `${processors.length} × ${processors[0]?.model ?? 'unknown processor'}`,
    `${Math.round(totalmem() / 2 ** 30)} GiB`,
    `${platform()} ${release()} ${arch()}`,
    `Node ${process.versions.node}`,
    `load ${loadavg()[0]?.toFixed(1)}`,
  ];
  return `Commit ${git('rev-parse', '--short=12', 'HEAD')}${changed}; ${machine.join(', ')}.`;
}
