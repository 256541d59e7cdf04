/**
 * Taking personal data out of deliveries that are stored. A delivery keeps its row, its arrival, its verdict
 * and its signature; of its content stays what the caller says, and in place of its headers a mark that no
 * sender can make: every HTTP request has a host.
 */
import { z } from 'zod';
import { errorCode } from '../../../../platform/error-code.ts';
import { inParts, nextTurn } from '../../../../platform/slices.ts';
import type { Sqlite } from '../../../../platform/sqlite.ts';
import { compact, unpackContent } from './block-content.ts';
import type { ProfileKeys } from './profile-keys.ts';
import type { DeliveryContent, RawHeaders, Rewrite } from './types.ts';

const mark = 'causeway-erased';
/** Names and values in turn. */
export const erasedHeaders: readonly string[] = [mark, '1'];
const LENGTHS = 8;

const packedHeaders = Buffer.from(JSON.stringify(erasedHeaders));

/** The same of headers as they are packed. */
export const isErasedPacked = (headers: Uint8Array): boolean =>
  Buffer.compare(headers, packedHeaders) === 0;

export const isErasedContent = (headers: RawHeaders): boolean =>
  headers.length === 1 && headers[0]?.[0] === mark;

/** A block with what is in it now. */
export interface RewrittenBlock {
  readonly block: number;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

interface Place {
  readonly arrival: number;
  readonly place: number;
}

/** Rewrites those of the deliveries in a block that `rewrite` wants; null where it wants none. */
function rewriteBlock(
  opened: Uint8Array,
  places: readonly Place[],
  rewrite: Rewrite,
): Uint8Array<ArrayBuffer> | null {
  let bytes: Buffer<ArrayBuffer> | null = null;
  for (const { arrival, place } of places) {
    const content = unpackContent(opened, place);
    const body = rewrite(content, arrival);
    if (body === null || isAsLeft(content, body)) continue;
    bytes ??= Buffer.from(opened);
    writeInPlace(bytes, place, body);
  }
  return bytes === null ? null : new Uint8Array(bytes);
}

/** It was rewritten before; of what an earlier version left, less may stay. */
const isAsLeft = ({ headers, body }: DeliveryContent, left: Uint8Array): boolean =>
  isErasedContent(headers) && Buffer.compare(body, left) === 0;

/** Others of the block stay where they are, so what is left has to fit; a body that does not goes whole. */
function writeInPlace(block: Buffer, place: number, body: Uint8Array): void {
  const room = block.readUInt32LE(place) + block.readUInt32LE(place + 4);
  const headers = Buffer.from(JSON.stringify(erasedHeaders));
  const left = headers.length + body.length > room ? Buffer.alloc(0) : body;
  block.fill(0, place + LENGTHS, place + LENGTHS + room);
  block.writeUInt32LE(headers.length, place);
  block.writeUInt32LE(left.length, place + 4);
  headers.copy(block, place + LENGTHS);
  block.set(left, place + LENGTHS + headers.length);
}

const placeRows = z.array(z.object({ arrival: z.int(), block: z.int(), place: z.int() }));
/** Deliveries whose blocks are opened before others have their turn. */
const PART = 50;

export interface RewriteParts {
  readonly sqlite: Sqlite;
  /** Opens a block of the profile. Throws where it can't be opened. */
  readonly openBlock: (block: number) => Uint8Array;
  /** Stores them, sealed anew. */
  readonly store: (blocks: readonly RewrittenBlock[]) => Promise<void>;
}

/** Gives the arrivals that were rewritten. Those that can't be opened are left: nobody can read them. */
export async function rewriteDeliveries(
  { sqlite, openBlock, store }: RewriteParts,
  arrivals: readonly number[],
  rewrite: Rewrite,
): Promise<void> {
  for (const part of inParts(arrivals, PART)) {
    const rows = placeRows.parse(
      sqlite.all(
        `SELECT arrival, block, place FROM deliveries
         WHERE arrival IN (SELECT value FROM json_each(?)) ORDER BY block, place`,
        [JSON.stringify(part)],
      ),
    );
    for (const [block, places] of Map.groupBy(rows, (row) => row.block)) {
      const opened = openedOrNull(() => openBlock(block));
      const bytes = opened === null ? null : rewriteBlock(opened, places, rewrite);
      if (bytes !== null) await store([{ block, bytes }]);
    }
    await nextTurn();
  }
}

function openedOrNull(open: () => Uint8Array): Uint8Array | null {
  try {
    return open();
  } catch (error) {
    if (errorCode(error).startsWith('SQLITE_BUSY')) throw error;
    return null;
  }
}

/** In the writer: what stood there before is overwritten with zeros, not only let go. */
export function createReplaceBlocks(sqlite: Sqlite, profileKeys: ProfileKeys) {
  return (profileId: string, blocks: readonly RewrittenBlock[]): void => {
    sqlite.exec('PRAGMA secure_delete=ON');
    try {
      sqlite.transaction(() => {
        const sealer = profileKeys.sealerOf(profileId);
        for (const { block, bytes } of blocks) {
          sqlite.run('UPDATE blocks SET sealing_key = ?, sealed = ? WHERE block = ?', [
            sealer.row,
            sealer.seal(block, compact(bytes)),
            block,
          ]);
        }
      });
    } catch (error) {
      profileKeys.forgetRows();
      throw error;
    } finally {
      sqlite.exec('PRAGMA secure_delete=FAST');
    }
  };
}

const countRow = z.object({ freelist_count: z.int() });
const sizeRow = z.object({ page_size: z.int() });
const busyRow = z.object({ busy: z.int() });
/** Bytes of one row of zeros. */
const ZEROS = 32 * 1024 * 1024;

/**
 * In the writer: overwrites the pages that nothing uses any more with zeros, and empties the log. False where
 * the log is read right now: then it has to be done again.
 */
export function scrub(sqlite: Sqlite): boolean {
  const { freelist_count: free } = countRow.parse(sqlite.first('PRAGMA freelist_count'));
  const { page_size: size } = sizeRow.parse(sqlite.first('PRAGMA page_size'));
  sqlite.exec('PRAGMA secure_delete=ON');
  try {
    if (free > 0) {
      sqlite.transaction(() => {
        sqlite.exec('CREATE TABLE scrubbed (zeros BLOB NOT NULL)');
        for (let left = (free + 2) * size; left > 0; left -= ZEROS)
          sqlite.run('INSERT INTO scrubbed VALUES (zeroblob(?))', [Math.min(left, ZEROS)]);
        sqlite.exec('DROP TABLE scrubbed');
      });
    }
  } finally {
    sqlite.exec('PRAGMA secure_delete=FAST');
  }
  return busyRow.parse(sqlite.first('PRAGMA wal_checkpoint(TRUNCATE)')).busy === 0;
}
