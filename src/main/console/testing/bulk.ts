/** Files of bulk runs, over the bridge, for tests of the console. */
import { text } from 'node:stream/consumers';
import papa from 'papaparse';
import { expect, vi } from 'vitest';
import type { BulkDraft, BulkKind, BulkRun } from '../../../bridge/bulk.ts';
import type { BulkFileSubject } from '../../../bridge/bulk-contract.ts';
import type { TestConsole } from './console.ts';

/** Checked to its end. */
export async function bulkDraftOf(
  { bridge: { bulk } }: TestConsole,
  content: string,
  kind: BulkKind = 'virtualAccount',
  profileId = 'built-in',
): Promise<BulkDraft> {
  const bytes = Buffer.from(content);
  const { uploadId } = await bulk.upload.begin({
    profileId,
    kind,
    fileName: 'list.csv',
    bytes: bytes.length,
  });
  await bulk.upload.append({ uploadId, offset: 0, base64: bytes.toString('base64') });
  const { id } = await bulk.upload.finish({ uploadId });
  return await vi.waitFor(async () => {
    const draft = await bulk.drafts.get({ id });
    expect(['ready', 'unreadable']).toContain(draft.status);
    return draft;
  }, 30_000);
}

export const bulkOrder = ({ id, confirmations, digest }: BulkDraft) => ({
  id,
  profileId: 'built-in',
  confirmations,
  digest,
});

export const restedRun = async ({ bridge }: TestConsole, id: string): Promise<BulkRun> =>
  await vi.waitFor(async () => {
    const run = await bridge.bulk.runs.get({ id });
    expect(run.state).not.toBe('running');
    return run;
  }, 30_000);

/** Started, and waited for. */
export async function startedRun(started: TestConsole, draft: BulkDraft): Promise<BulkRun> {
  const { id } = await started.bridge.bulk.drafts.start(bulkOrder(draft));
  return await restedRun(started, id);
}

/** Lines of the result file, as CSV. */
export const bulkResultOf = async (
  started: TestConsole,
  runId: string,
): Promise<Record<string, string>[]> => {
  const content = await bulkFileOf(started, { what: 'result', runId });
  return papa.parse<Record<string, string>>(content, { header: true, skipEmptyLines: true }).data;
};

/** As CSV. */
export async function bulkFileOf(
  { bridge, console: running }: TestConsole,
  subject: BulkFileSubject,
): Promise<string> {
  const { id } = await bridge.bulk.file({ subject, format: 'csv' });
  const path = await vi.waitFor(async () => {
    const file = await bridge.exports.get({ id });
    if (file.path === null) throw new Error(file.status);
    return file.path;
  }, 30_000);
  const download = running.downloads.take(path.split('/').at(-1) ?? '');
  if (download === null) throw new Error('The file could not be fetched.');
  return (await text(download.content)).replace(/^\uFEFF/, '');
}
