/**
 * The log of what a process wrote, from `strace -f -yy -xx`: names and contents of files, what was
 * forced to the disk, and what it told others, in one order. A write, a name and a word told count from
 * when they began, a sync from when it had ended: the harder reading for us each time.
 */

/** A file by its path below the folder that is watched; '' is the folder itself. */
export type FileEntry =
  | { readonly kind: 'write'; readonly file: string; readonly at: number; readonly bytes: Buffer }
  | { readonly kind: 'append'; readonly file: string; readonly bytes: Buffer }
  | { readonly kind: 'cut'; readonly file: string; readonly length: number }
  | { readonly kind: 'sync'; readonly file: string }
  | { readonly kind: 'make' | 'folder'; readonly file: string }
  | { readonly kind: 'rename'; readonly file: string; readonly to: string }
  | { readonly kind: 'remove'; readonly file: string };

export type LogEntry =
  | FileEntry
  | { readonly kind: 'answer'; readonly port: number; readonly text: string }
  /** On standard output. */
  | { readonly kind: 'said'; readonly text: string };

const ofData = 'pwrite64,pwritev,fsync,fdatasync,ftruncate,write,writev,sendto,sendmsg';
const ofNames = 'open,openat,creat,rename,renameat,renameat2,link,linkat,unlink,unlinkat,mkdir';

/** What strace has to be asked for. */
export const straceArguments = (output: string): readonly string[] => [
  'strace',
  '-f',
  '-yy',
  '-xx',
  '-s',
  '8000000',
  '-o',
  output,
  '-e',
  `trace=${ofData},${ofNames}`,
  '-e',
  'signal=none',
];

/** Entries about the files in this folder, answers on sockets, and what was said. */
export function parseWriteLog(log: string, folder: string): readonly LogEntry[] {
  const entries: LogEntry[] = [];
  const open = new Map<string, LogEntry>();
  for (const line of log.split('\n')) {
    const [, pid = '', rest = ''] = /^(\d+)\s+(.*)$/s.exec(line) ?? [];
    if (rest.startsWith('<... ')) {
      const entry = open.get(pid);
      open.delete(pid);
      if (entry !== undefined && rest.endsWith('= 0')) entries.push(entry);
      continue;
    }
    const entry = parseNaming(rest, folder) ?? parseCall(rest, folder);
    if (entry === null) continue;
    if (entry.kind === 'sync' && rest.endsWith('<unfinished ...>')) open.set(pid, entry);
    else entries.push(entry);
  }
  return entries;
}

/** A call on something that is open. */
function parseCall(call: string, folder: string): LogEntry | null {
  const [, name = '', handle = '', quoted = '', rest = ''] =
    /^(\w+)\((\d+)<(TCP:\[[^\]]*\]|[^>]*)>(.*)$/s.exec(call) ?? [];
  // With -xx names are in hex as well.
  const target = quoted.startsWith('\\x') ? bytesOf(quoted).toString() : quoted;
  if (target.startsWith('TCP:[')) {
    const port = Number(/->127\.0\.0\.1:(\d+)\]/.exec(target)?.[1] ?? 0);
    return { kind: 'answer', port, text: bytesIn(rest).toString('latin1') };
  }
  if (name === 'write' && handle === '1') return { kind: 'said', text: bytesIn(rest).toString() };
  const file = within(folder, target);
  if (file === null) return null;
  if (name === 'fsync' || name === 'fdatasync') return { kind: 'sync', file };
  if (name === 'ftruncate') {
    return { kind: 'cut', file, length: Number(/^, (\d+)/.exec(rest)?.[1] ?? 0) };
  }
  if (name === 'write') return { kind: 'append', file, bytes: bytesIn(rest) };
  if (name === 'pwrite64') {
    const [, at = '0'] = /", \d+, (\d+)/.exec(rest.slice(-60)) ?? [];
    return { kind: 'write', file, at: Number(at), bytes: bytesIn(rest) };
  }
  throw new Error(`The log holds a write that is not understood: ${name} ${file}`);
}

/** A call on names, `rename("\x2f…", "\x2f…")`; null for one that changes nothing in the folder. */
function parseNaming(call: string, folder: string): FileEntry | null {
  const [, name = ''] =
    /^((?:open|creat|rename|link|unlink|mkdir)(?:at2?)?)\((?!\d+<)/.exec(call) ?? [];
  if (name === '') return null;
  const [file = null, to = null] = [...call.matchAll(/"((?:\\x[0-9a-f]{2})*)"/g)].map(
    ([, hex = '']) => within(folder, bytesOf(hex).toString()),
  );
  if (file === null) return null;
  const isMade = name.startsWith('creat') || /\bO_CREAT\b/.test(call);
  const isEmptied = /\bO_TRUNC\b/.test(call) && !/\bO_EXCL\b/.test(call);
  if (name.startsWith('open') && !isMade && !isEmptied) return null;
  // A folder that is not there, or a file that is: nothing came of it.
  if (/= -1 E/.test(call)) return null;
  if (isMade && !isEmptied) return { kind: 'make', file };
  if (name === 'mkdir') return { kind: 'folder', file };
  if (name.startsWith('rename') && to !== null) return { kind: 'rename', file, to };
  if (name.startsWith('unlink')) return { kind: 'remove', file };
  throw new Error(`The log holds a change of names that is not understood: ${name} ${file}`);
}

/** The path below the folder; null when it is elsewhere. */
function within(folder: string, path: string): string | null {
  if (path === folder) return '';
  return path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : null;
}

/** The quoted bytes of a call, `"\x48\x54…"`. */
function bytesIn(text: string): Buffer {
  const [, hex = ''] = /"((?:\\x[0-9a-f]{2})*)"/.exec(text) ?? [];
  return bytesOf(hex);
}

const bytesOf = (escaped: string): Buffer => Buffer.from(escaped.replaceAll('\\x', ''), 'hex');
