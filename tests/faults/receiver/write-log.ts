/**
 * The log of what a process wrote, from `strace -f -yy -xx`: writes to files and sockets, and what
 * was forced to the disk, in one order. A write and an answer count from when they began, a sync from
 * when it had ended: the harder reading for us each time.
 */

export type LogEntry =
  | { readonly kind: 'write'; readonly file: string; readonly at: number; readonly bytes: Buffer }
  | { readonly kind: 'cut'; readonly file: string; readonly length: number }
  | { readonly kind: 'sync'; readonly file: string }
  | { readonly kind: 'answer'; readonly port: number; readonly text: string };

/** What strace has to be asked for. */
export const straceArguments = (output: string): readonly string[] => [
  'strace',
  ...['-f', '-yy', '-xx', '-s', '4000000', '-o', output],
  ...['-e', 'trace=pwrite64,pwritev,fsync,fdatasync,ftruncate,write,writev,sendto,sendmsg'],
  ...['-e', 'signal=none'],
];

interface Open {
  readonly entry: LogEntry | null;
}

/** Entries about files whose path begins with this, and answers on sockets. */
export function parseWriteLog(log: string, beginning: string): readonly LogEntry[] {
  const entries: LogEntry[] = [];
  const open = new Map<string, Open>();
  for (const line of log.split('\n')) {
    const [, pid = '', rest = ''] = /^(\d+)\s+(.*)$/s.exec(line) ?? [];
    if (rest.startsWith('<... ')) {
      const entry = open.get(pid)?.entry ?? null;
      open.delete(pid);
      if (entry?.kind === 'sync' && rest.endsWith('= 0')) entries.push(entry);
      continue;
    }
    const entry = parseCall(rest, beginning);
    if (entry === null) continue;
    const isUnfinished = rest.endsWith('<unfinished ...>');
    if (entry.kind === 'sync' && isUnfinished) open.set(pid, { entry });
    else entries.push(entry);
  }
  return entries;
}

function parseCall(call: string, beginning: string): LogEntry | null {
  const [, name = '', quoted = '', rest = ''] =
    /^(\w+)\(\d+<(TCP:\[[^\]]*\]|[^>]*)>(.*)$/s.exec(call) ?? [];
  // With -xx names are in hex as well.
  const target = quoted.startsWith('\\x') ? bytesOf(quoted).toString() : quoted;
  if (target.startsWith('TCP:[')) {
    const port = Number(/->127\.0\.0\.1:(\d+)\]/.exec(target)?.[1] ?? 0);
    return { kind: 'answer', port, text: bytesIn(rest).toString('latin1') };
  }
  if (!target.startsWith(beginning)) return null;
  const file = target.slice(beginning.lastIndexOf('/') + 1);
  if (name === 'fsync' || name === 'fdatasync') return { kind: 'sync', file };
  if (name === 'ftruncate') {
    return { kind: 'cut', file, length: Number(/^, (\d+)/.exec(rest)?.[1] ?? 0) };
  }
  if (name === 'pwrite64') {
    const [, at = '0'] = /", \d+, (\d+)/.exec(rest.slice(-60)) ?? [];
    return { kind: 'write', file, at: Number(at), bytes: bytesIn(rest) };
  }
  throw new Error(`The log holds a write that is not understood: ${name} ${file}`);
}

/** The quoted bytes of a call, `"\x48\x54…"`. */
function bytesIn(text: string): Buffer {
  const [, hex = ''] = /"((?:\\x[0-9a-f]{2})*)"/.exec(text) ?? [];
  return bytesOf(hex);
}

const bytesOf = (escaped: string): Buffer => Buffer.from(escaped.replaceAll('\\x', ''), 'hex');
