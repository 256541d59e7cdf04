/** Many creates from one file: nothing but translation. */
import type { BridgeBackend } from './backend.ts';
import type { ImplementedBridge } from './implement.ts';

export const bulkProcedures = (bridge: ImplementedBridge, backend: BridgeBackend) => ({
  bulk: {
    upload: {
      begin: bridge.bulk.upload.begin.handler(({ input: { profileId, ...file } }) =>
        backend.bulk(profileId).upload.begin(file),
      ),
      append: bridge.bulk.upload.append.handler(({ input }) => backend.bulk().upload.append(input)),
      finish: bridge.bulk.upload.finish.handler(({ input }) =>
        backend.bulk().upload.finish(input.uploadId),
      ),
    },
    drafts: {
      get: bridge.bulk.drafts.get.handler(({ input }) => backend.bulk().drafts.get(input.id)),
      list: bridge.bulk.drafts.list.handler(() => backend.bulk().drafts.list()),
      map: bridge.bulk.drafts.map.handler(({ input }) =>
        backend.bulk().drafts.map(input.id, input.columns),
      ),
      chooseSheet: bridge.bulk.drafts.chooseSheet.handler(({ input }) =>
        backend.bulk().drafts.chooseSheet(input.id, input.sheet),
      ),
      takeFirstRow: bridge.bulk.drafts.takeFirstRow.handler(({ input }) =>
        backend.bulk().drafts.takeFirstRow(input.id, input.as),
      ),
      takeHiddenRows: bridge.bulk.drafts.takeHiddenRows.handler(({ input }) =>
        backend.bulk().drafts.takeHiddenRows(input.id, input.as),
      ),
      rows: bridge.bulk.drafts.rows.handler(({ input }) => backend.bulk().drafts.rows(input)),
      remarks: bridge.bulk.drafts.remarks.handler(({ input }) => ({
        kinds: backend.bulk().drafts.remarks(input.id, input.standing),
      })),
      include: bridge.bulk.drafts.include.handler(({ input }) =>
        backend.bulk().drafts.include(input.id, input.rows, input.included),
      ),
      correct: bridge.bulk.drafts.correct.handler(({ input }) =>
        backend.bulk().drafts.correct(input.id, input.row, input.values),
      ),
      discard: bridge.bulk.drafts.discard.handler(({ input }) => ({
        discarded: backend.bulk().drafts.discard(input.id),
      })),
      start: bridge.bulk.drafts.start.handler(({ input: { profileId, ...order } }) =>
        backend.bulk(profileId).drafts.start(order),
      ),
    },
    runs: {
      list: bridge.bulk.runs.list.handler(({ input }) => backend.bulk().runs.list(input)),
      get: bridge.bulk.runs.get.handler(({ input }) => backend.bulk().runs.get(input.id)),
      pause: bridge.bulk.runs.pause.handler(({ input }) =>
        backend.bulk(input.profileId).runs.pause(input.id),
      ),
      goOn: bridge.bulk.runs.goOn.handler(({ input }) =>
        backend.bulk(input.profileId).runs.goOn(input.id, input.knownAt),
      ),
      stop: bridge.bulk.runs.stop.handler(({ input }) =>
        backend.bulk(input.profileId).runs.stop(input.id),
      ),
      rows: bridge.bulk.runs.rows.handler(({ input }) => backend.bulk().runs.rows(input)),
    },
    file: bridge.bulk.file.handler(({ input }) => backend.bulk().file(input.subject, input.format)),
  },
});
