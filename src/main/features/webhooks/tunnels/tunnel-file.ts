/** Tunnels that were set up, in a file of the installation. Secrets are in the vault. */
import { z } from 'zod';
import { tunnelSettings } from '../../../../bridge/tunnels.ts';
import type { Clock } from '../../../../platform/clock.ts';
import { readIfPresent, writeDurably } from '../../../../platform/durable-file.ts';
import { readJson } from '../../../../platform/json-column.ts';
import { keepAside } from '../../../../platform/keep-aside.ts';
import type { PinMemory } from './host-keys.ts';

const keptTunnel = z.strictObject({
  id: z.string(),
  settings: tunnelSettings,
  /** Opened again at the next start. */
  isWanted: z.boolean(),
  /** Public address when it was open last. */
  origin: z.string().nullable(),
  /** Those that it had before, newest first: webhooks may be registered under them for good. */
  formerOrigins: z.array(z.string()).default([]),
  /** The server's key was pinned (ssh): where the pin is gone, none is made anew unseen. */
  isPinned: z.boolean().optional(),
});
export type StoredTunnel = z.infer<typeof keptTunnel>;

const shape = z.strictObject({ version: z.literal(1), tunnels: z.array(keptTunnel) });

export interface TunnelFile {
  list(): readonly StoredTunnel[];
  /** Durable when it returns. */
  put(tunnel: StoredTunnel): void;
  remove(id: string): void;
  /** What happened to the file at this start, in a sentence; null when nothing did. */
  readonly notice: string | null;
}

/** Most former addresses that are kept of a tunnel: one that changes daily must not fill the file. */
const maxFormer = 20;

/** The tunnel at its new address, which the old one is remembered for. */
export function movedTo(tunnel: StoredTunnel, origin: string): StoredTunnel {
  const former = [...(tunnel.origin === null ? [] : [tunnel.origin]), ...tunnel.formerOrigins];
  const formerOrigins = [...new Set(former)].filter((one) => one !== origin).slice(0, maxFormer);
  return { ...tunnel, origin, formerOrigins };
}

/** The built-in sandbox's own way in, which is always there. */
export const sandboxTunnelId = 'sandbox';

const begin: readonly StoredTunnel[] = [
  {
    id: sandboxTunnelId,
    settings: { kind: 'sandbox' },
    isWanted: false,
    origin: null,
    formerOrigins: [],
  },
];

/** A damaged file is put aside whole, and one starts with none: deliveries must not wait for it. */
export function openTunnelFile(path: string, clock: Clock): TunnelFile {
  const bytes = readIfPresent(path);
  const kept = bytes === null ? begin : parsed(bytes);
  let tunnels: readonly StoredTunnel[] = kept ?? begin;
  let notice: string | null = null;
  const save = (next: readonly StoredTunnel[]) => {
    writeDurably(path, `${JSON.stringify({ version: 1, tunnels: next }, null, 2)}\n`);
    tunnels = next;
  };
  if (bytes !== null && kept === null) {
    const aside = keepAside(path, bytes, clock);
    save(begin);
    notice = `The file with your tunnels was damaged and was moved to ${aside}. Add your tunnels again.`;
  }
  return {
    notice,
    list: () => tunnels,
    put: (tunnel) => {
      const others = tunnels.filter(({ id }) => id !== tunnel.id);
      const place = tunnels.findIndex(({ id }) => id === tunnel.id);
      save(place < 0 ? [...tunnels, tunnel] : others.toSpliced(place, 0, tunnel));
    },
    remove: (id) => save(tunnels.filter((tunnel) => tunnel.id !== id)),
  };
}

/** null when it is damaged. */
function parsed(bytes: Uint8Array): readonly StoredTunnel[] | null {
  try {
    const { tunnels } = readJson(shape, bytes);
    return tunnels.some(({ id }) => id === sandboxTunnelId) ? tunnels : [...begin, ...tunnels];
  } catch {
    return null;
  }
}

/** What was pinned stands with the tunnels, too. */
export function pinsIn(file: TunnelFile): PinMemory {
  const of = (host: string, port: number) =>
    file.list().filter(({ settings }) => {
      if (settings.kind !== 'ssh' || settings.port !== port) return false;
      return settings.host.toLowerCase() === host.toLowerCase();
    });
  return {
    wasPinned: (host, port) => of(host, port).some(({ isPinned }) => isPinned === true),
    onPin(host, port, isPinned) {
      for (const tunnel of of(host, port)) {
        if ((tunnel.isPinned ?? false) !== isPinned) file.put({ ...tunnel, isPinned });
      }
    },
  };
}
