/**
 * What a disk holds when its power is cut. Sure are only the contents that were forced to it, and the
 * names that were, by a sync of their folder. Of the changes of names after that it keeps any number,
 * in their order; of the writes to each file none, all, or some of them, torn.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { FileEntry, LogEntry } from './write-log.ts';

/** Contents by path below the folder. */
export type Files = ReadonlyMap<string, Buffer>;

/** What stands in the folder now, but for what SQLite makes anew at each start. */
export function filesIn(folder: string): Files {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile() && !entry.name.endsWith('-shm'))
    .map((entry) => join(entry.parentPath, entry.name));
  return new Map(paths.map((path) => [path.slice(folder.length + 1), readFileSync(path)]));
}

/** Replaces what stands in the folder. */
export function putFiles(folder: string, files: Files): void {
  rmSync(folder, { recursive: true, force: true });
  for (const [path, content] of files) {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    writeFileSync(file, content, { mode: 0o600 });
  }
}

/** A file or a folder that was made, whatever it is called. */
interface Node {
  readonly isFolder: boolean;
  readonly start: Buffer;
  readonly changes: FileEntry[];
}

type Names = Map<string, Node>;

/** A change of names: null is no name. */
interface Naming {
  readonly node: Node;
  readonly from: string | null;
  readonly to: string | null;
}

export interface AfterCut {
  readonly files: Files;
  /** Something was not forced to the disk yet, and could be lost. */
  readonly isAtStake: boolean;
}

export function afterPowerCut(base: Files, log: readonly LogEntry[], draw: () => number): AfterCut {
  const live: Names = new Map();
  for (const [file, start] of base) live.set(file, { isFolder: false, start, changes: [] });
  const sure: Names = new Map(live);
  let unsure: readonly Naming[] = [];
  for (const entry of log) {
    if (entry.kind === 'answer' || entry.kind === 'said' || isRemade(entry.file)) continue;
    const naming = namingOf(entry, live);
    if (naming !== null) {
      apply(naming, live);
      unsure = [...unsure, naming];
      continue;
    }
    const node = live.get(entry.file);
    if (node?.isFolder === false) {
      node.changes.push(entry);
      continue;
    }
    if (entry.kind !== 'sync') continue;
    // Of a folder: its names are on the disk, and those of no other.
    const isForced = ({ from, to }: Naming) => folderOf(to ?? from ?? '') === entry.file;
    for (const one of unsure.filter(isForced)) apply(one, sure);
    unsure = unsure.filter((one) => !isForced(one));
  }
  const isAtStake = unsure.length > 0 || [...live.values()].some(isUnsynced);
  for (const one of unsure.slice(0, keptOf(unsure.length, draw))) apply(one, sure);
  const lost = [...live].filter(([path, { isFolder }]) => isFolder && !sure.has(path));
  const there = [...sure].filter(
    ([file, { isFolder }]) => !isFolder && !lost.some(([path]) => file.startsWith(`${path}/`)),
  );
  const files = new Map(there.map(([file, node]) => [file, contentOf(node, draw)]));
  return { files, isAtStake };
}

/** SQLite's memory shared between processes: nobody has it open after a power cut. */
const isRemade = (file: string): boolean => file.endsWith('-shm');

const isUnsynced = ({ changes }: Node): boolean => (changes.at(-1)?.kind ?? 'sync') !== 'sync';

const folderOf = (file: string): string => (dirname(file) === '.' ? '' : dirname(file));

function namingOf(entry: FileEntry, live: Names): Naming | null {
  const node = live.get(entry.file);
  if ((entry.kind === 'make' || entry.kind === 'folder') && node === undefined) {
    const isFolder = entry.kind === 'folder';
    return { node: { isFolder, start: Buffer.alloc(0), changes: [] }, from: null, to: entry.file };
  }
  if (node === undefined) return null;
  if (entry.kind === 'rename') return { node, from: entry.file, to: entry.to };
  return entry.kind === 'remove' ? { node, from: entry.file, to: null } : null;
}

function apply({ node, from, to }: Naming, names: Names): void {
  if (from !== null) names.delete(from);
  if (to !== null) names.set(to, node);
}

/** None of them, all of them, or the first few. */
function keptOf(count: number, draw: () => number): number {
  const fate = draw();
  if (fate > 0.6) return count;
  return fate > 0.3 ? Math.floor(draw() * (count + 1)) : 0;
}

function contentOf({ start, changes }: Node, draw: () => number): Buffer {
  const synced = changes.findLastIndex(({ kind }) => kind === 'sync') + 1;
  const unsure = changes.slice(synced);
  const fate = draw();
  if (fate > 0.6) return contentAfter(start, changes);
  if (fate <= 0.3) return contentAfter(start, changes.slice(0, synced));
  // Each by chance, and of each what was written of it by then.
  const kept = unsure.filter(() => draw() < 0.5).map((entry) => torn(entry, draw()));
  return contentAfter(start, [...changes.slice(0, synced), ...kept]);
}

function contentAfter(start: Buffer, changes: readonly FileEntry[]): Buffer {
  let content = Buffer.from(start);
  let length = content.length;
  const put = (at: number, bytes: Buffer) => {
    const end = at + bytes.length;
    if (end > content.length) content = Buffer.concat([content, Buffer.alloc(end)]);
    bytes.copy(content, at);
    length = Math.max(length, end);
  };
  for (const change of changes) {
    if (change.kind === 'write') put(change.at, change.bytes);
    if (change.kind === 'append') put(length, change.bytes);
    if (change.kind !== 'cut') continue;
    if (change.length < length) content.fill(0, change.length, length);
    else put(length, Buffer.alloc(change.length - length));
    length = change.length;
  }
  return content.subarray(0, length);
}

/** A write of which only whole sectors arrived. */
function torn(entry: FileEntry, share: number): FileEntry {
  if (entry.kind !== 'write' && entry.kind !== 'append') return entry;
  const sectors = Math.ceil((entry.bytes.length * share) / 512);
  return { ...entry, bytes: entry.bytes.subarray(0, sectors * 512) };
}
