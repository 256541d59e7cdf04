/** What every feature stands on, as the page may ask for it. */
import { implement } from '@orpc/server';
import { annotationsContract } from '../../bridge/annotations.ts';
import { asOfContract } from '../../bridge/as-of.ts';
import { exportsContract } from '../../bridge/exports.ts';
import { intentsContract } from '../../bridge/intents.ts';
import type { Feature, ProfileCore } from '../core/feature/feature.ts';
import type { KnownSecrets } from '../core/foundation/secrets/known-secrets.ts';
import { intentViewOf } from '../core/intents/intent-view.ts';
import { rawResponseOf } from '../core/service/raw-response.ts';
import type { Vault } from '../core/vault/vault.ts';
import { tokenIn } from './bound-tokens.ts';

type Areas = 'annotations' | 'asOf' | 'exports' | 'intents';

export interface CoreInstalled {
  readonly vault: Pick<Vault, 'readToken'>;
  /** It learns the token of the profile, which may not have been read yet. */
  readonly known: Pick<KnownSecrets, 'learn' | 'values'>;
}

const annotations = implement(annotationsContract);
const exports = implement(exportsContract);
const intents = implement(intentsContract);

export const coreFeature: Feature<Areas, ProfileCore, unknown, CoreInstalled> = {
  open: (core) => ({ api: core }),
  procedures: (api, { vault, known }) => ({
    annotations: {
      get: annotations.get.handler(({ input: { knownAt, ...record } }) =>
        api().annotations.get(record, knownAt),
      ),
      setLabels: annotations.setLabels.handler(({ input: { labels, profileId, ...record } }) =>
        api(profileId).annotations.setLabels(record, labels),
      ),
      setReference: annotations.setReference.handler(
        ({ input: { reference, profileId, ...record } }) =>
          api(profileId).annotations.setReference(record, reference),
      ),
      setName: annotations.setName.handler(({ input: { name, profileId, ...record } }) =>
        api(profileId).annotations.setName(record, name),
      ),
      addNote: annotations.addNote.handler(({ input: { text, profileId, ...record } }) =>
        api(profileId).annotations.addNote(record, text),
      ),
      editNote: annotations.editNote.handler(({ input: { noteId, text, profileId, ...record } }) =>
        api(profileId).annotations.editNote(record, noteId, text),
      ),
    },
    asOf: { progress: implement(asOfContract).progress.handler(() => api().asOf.progress()) },
    exports: {
      get: exports.get.handler(({ input }) => api().files.get(input.id)),
      cancel: exports.cancel.handler(({ input }) => api().files.cancel(input.id)),
    },
    intents: {
      answer: intents.answer.handler(async ({ input }) => {
        const { intents, profile } = api();
        const bytes = intents.readAnswer(input.key);
        if (bytes === null) return { answer: null };
        const token = tokenIn(await vault.readToken(profile.id));
        if (token !== null) known.learn(token);
        return { answer: rawResponseOf(bytes, known.values()) };
      }),
      get: intents.get.handler(({ input }) => {
        const intent = api().intents.get(input.key);
        return { intent: intent === null ? null : intentViewOf(intent) };
      }),
      list: intents.list.handler(({ input }) => {
        const { rows, total } = api().intents.list(input);
        return { rows: rows.map(intentViewOf), total };
      }),
    },
  }),
};
