/** Notes, labels, references and names: nothing but translation. */
import type { BridgeBackend } from './backend.ts';
import type { ImplementedBridge } from './implement.ts';

export const annotationProcedures = (bridge: ImplementedBridge, backend: BridgeBackend) => ({
  annotations: {
    get: bridge.annotations.get.handler(({ input: { knownAt, ...record } }) =>
      backend.annotations().get(record, knownAt),
    ),
    setLabels: bridge.annotations.setLabels.handler(({ input: { labels, profileId, ...record } }) =>
      backend.annotations(profileId).setLabels(record, labels),
    ),
    setReference: bridge.annotations.setReference.handler(
      ({ input: { reference, profileId, ...record } }) =>
        backend.annotations(profileId).setReference(record, reference),
    ),
    setName: bridge.annotations.setName.handler(({ input: { name, profileId, ...record } }) =>
      backend.annotations(profileId).setName(record, name),
    ),
    addNote: bridge.annotations.addNote.handler(({ input: { text, profileId, ...record } }) =>
      backend.annotations(profileId).addNote(record, text),
    ),
    editNote: bridge.annotations.editNote.handler(
      ({ input: { noteId, text, profileId, ...record } }) =>
        backend.annotations(profileId).editNote(record, noteId, text),
    ),
  },
});
