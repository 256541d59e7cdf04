/** Diagnostics as the page asks for them: collected, shown whole, and saved as they were shown. */
import { join } from 'node:path';
import { implement } from '@orpc/server';
import { diagnosticsContract } from '../../../bridge/diagnostics.ts';
import type { ExportFile } from '../../../bridge/exports.ts';
import { type Random, randomHex } from '../../../platform/random.ts';
import type { AuditTrail } from '../../core/audit/types.ts';
import { type ExportFiles, openExportFiles } from '../../core/exports/export-files.ts';
import { stampOf } from '../../core/exports/stamp.ts';
import type { Routes } from '../../core/feature/feature.ts';
import { Failed } from '../../core/intents/failed.ts';
import type { ConsoleOptions } from '../console.ts';
import { type CollectParts, collectDiagnostics } from './collect.ts';

interface Shown {
  readonly id: string;
  readonly fileName: string;
  readonly text: string;
}

export interface Diagnostics extends Pick<ExportFiles, 'take' | 'close'> {
  /** Rejects never for what can’t be found out: the file says what is missing. */
  collect(): Promise<Shown>;
  /** Throws Failed NOT_FOUND for what was shown too long ago. */
  save(id: string): ExportFile;
  file(id: string): ExportFile;
}

export interface DiagnosticsParts extends CollectParts {
  readonly options: CollectParts['options'] & Pick<ConsoleOptions, 'chooseExportFile'>;
  readonly random: Random;
  readonly trail: Pick<AuditTrail, 'record'>;
  readonly onChange: () => void;
}

/** What was shown in so many pages can be saved. */
const mostShown = 5;

export function createDiagnostics(parts: DiagnosticsParts): Diagnostics {
  const { clock, random, log, trail, onChange } = parts;
  const shown = new Map<string, Shown>();
  let opened: ExportFiles | null = null;

  /** Files of the installation: a profile’s files are there only while it is open. */
  const files = (): ExportFiles => {
    opened ??= openExportFiles({
      directory: join(parts.dataDir, 'diagnostics'),
      clock,
      random,
      log,
      isTest: false,
      chooseFile: parts.options.chooseExportFile ?? null,
      isExpected: (error) => error instanceof Failed,
    });
    return opened;
  };

  return {
    async collect() {
      const bundle = await collectDiagnostics(parts);
      const one = {
        id: randomHex(random, 16),
        fileName: `causeway-diagnostics-${stampOf(bundle.madeAt)}.json`,
        text: `${JSON.stringify(bundle, null, 2)}\n`,
      };
      shown.set(one.id, one);
      for (const id of [...shown.keys()].slice(0, -mostShown)) shown.delete(id);
      return one;
    },
    save(id) {
      const one = shown.get(id);
      if (one === undefined) {
        const sentence = 'These diagnostics are no longer available. Collect them again.';
        throw new Failed('NOT_FOUND', { sentence });
      }
      return files().start({
        fileName: one.fileName,
        type: 'application/json; charset=utf-8',
        async write({ open }) {
          const file = await open();
          try {
            // Bytes, which nothing changes on the way: the file is what was shown.
            await file.write(Buffer.from(one.text));
            await file.finish();
            return { file, done: 1 };
          } catch (error) {
            await file.discard();
            throw error;
          }
        },
        onChange,
        onSettled({ id: exportId, status, fileSha256 }) {
          if (status === 'done') trail.record('diagnostics.saved', { exportId, fileSha256 });
        },
      });
    },
    file: (id) => files().get(id),
    take: (ticket) => opened?.take(ticket) ?? null,
    close: async () => await opened?.close(),
  };
}

const procedures = implement(diagnosticsContract);

export const diagnosticsProcedures = (
  api: Pick<Diagnostics, 'collect' | 'save' | 'file'>,
): Routes<'diagnostics'>['diagnostics'] => ({
  get: procedures.get.handler(() => api.collect()),
  save: procedures.save.handler(({ input }) => api.save(input.id)),
  file: procedures.file.handler(({ input }) => api.file(input.id)),
});
