/** Tunnels as the page may ask for them. What leads elsewhere or is trusted from then on, a person confirms. */
import { implement } from '@orpc/server';
import { type TunnelSecretName, tunnelsContract } from '../../../../bridge/tunnels.ts';
import type { JsonObject } from '../../../../contract/scalars.ts';
import type { AuditTrail } from '../../../core/audit/types.ts';
import type { AskPerson } from '../../../core/feature/confirmation.ts';
import type { Routes } from '../../../core/feature/feature.ts';
import type { Profile } from '../../../core/profiles/profile-file.ts';
import {
  forgetDocument,
  requireKnownKey,
  secretFacts,
  trustDocument,
} from './host-key-documents.ts';
import { type ChooseKeyFile, keyFileDocument, keyFileServer } from './key-file-document.ts';
import { tunnelDocument } from './providers.ts';
import type { TunnelManager } from './tunnel-manager.ts';

interface Recorded {
  /** Throws Failed LOCKED or INVALID while deliveries can't be received. */
  readonly tunnelManager: () => TunnelManager;
  readonly trail: AuditTrail;
}

export interface TunnelProceduresParts extends Recorded {
  /** The open profile, as it is shown. */
  readonly profile: () => Pick<Profile, 'environment'> | null;
  readonly ask: AskPerson;
  /** null where the host has no dialog of its own: then the path is typed in a document. */
  readonly chooseKeyFile: ChooseKeyFile | null;
}

const tunnels = implement(tunnelsContract);

export function tunnelProcedures(parts: TunnelProceduresParts): Routes<'tunnels'>['tunnels'] {
  const { tunnelManager, trail, ask, chooseKeyFile } = parts;
  const recorded = async <Result>(
    work: Result | Promise<Result>,
    action: string,
    facts: JsonObject & { readonly tunnelId: string },
  ): Promise<Result> => {
    const done = await work;
    trail.record(action, facts);
    return done;
  };
  return {
    list: tunnels.list.handler(() => {
      const builtIn = parts.profile()?.environment === 'built-in';
      const sentence = 'Only the profile of the built-in sandbox can use this tunnel.';
      return {
        rows: tunnelManager()
          .list()
          .filter(({ kind }) => builtIn || kind !== 'sandbox'),
        unavailable: builtIn ? [] : [{ kind: 'sandbox' as const, sentence }],
        notices: tunnelManager().notices(),
      };
    }),
    add: tunnels.add.handler(async ({ input: settings }) => {
      tunnelManager().check(settings);
      const document = tunnelDocument(settings, () => {
        const { id: tunnelId, kind, isWanted } = tunnelManager().add(settings);
        trail.record('tunnel.added', { tunnelId, kind });
        if (isWanted) trail.record('tunnel.opened', { tunnelId });
      });
      return { path: await ask(document) };
    }),
    open: tunnels.open.handler(({ input: { id } }) =>
      recorded(tunnelManager().open(id), 'tunnel.opened', { tunnelId: id }),
    ),
    close: tunnels.close.handler(({ input: { id } }) =>
      recorded(tunnelManager().close(id), 'tunnel.closed', { tunnelId: id }),
    ),
    prove: tunnels.prove.handler(async ({ input: { id } }) => {
      const shown = await tunnelManager().prove(id);
      trail.record('tunnel.proof', { tunnelId: id, state: shown.state });
      return shown;
    }),
    remove: tunnels.remove.handler(async ({ input: { id } }) => {
      await recorded(tunnelManager().remove(id), 'tunnel.removed', { tunnelId: id });
      return { removed: true };
    }),
    chooseKeyFile: tunnels.chooseKeyFile.handler(async ({ input: { id } }) => {
      const tunnel = tunnelManager().get(id);
      const server = keyFileServer(tunnel);
      const keep = async (path: string) => {
        const work = tunnelManager().keepKeyFile(id, path);
        await recorded(work, 'tunnel.key-file-chosen', { tunnelId: id });
      };
      if (chooseKeyFile === null) return { path: await ask(keyFileDocument(tunnel, keep)) };
      const chosen = await chooseKeyFile(server);
      if (chosen !== null) await keep(chosen);
      return { path: null };
    }),
    forgetHostKey: tunnels.forgetHostKey.handler(async ({ input: { id } }) => {
      const document = forgetDocument(tunnelManager().get(id), async () => {
        await recorded(tunnelManager().forgetHostKey(id), 'tunnel.host-key-forgotten', {
          tunnelId: id,
        });
      });
      return { path: await ask(document) };
    }),
    trustHostKey: tunnels.trustHostKey.handler(async ({ input: { id, fingerprint } }) => {
      const document = trustDocument(tunnelManager().get(id), fingerprint, async () => {
        const facts = { tunnelId: id, fingerprint };
        await recorded(
          tunnelManager().trustHostKey(id, fingerprint),
          'tunnel.host-key-trusted',
          facts,
        );
      });
      return { path: await ask(document) };
    }),
  };
}

/** Secrets of tunnels, which are typed in a document of main's own. */
export const tunnelSecrets = ({ tunnelManager, trail }: Recorded) => ({
  /** What the document names; undefined for a tunnel that is not there. */
  tunnelFacts(tunnelId: string, name: TunnelSecretName) {
    const tunnel = tunnelManager()
      .list()
      .find(({ id }) => id === tunnelId);
    return tunnel === undefined ? undefined : secretFacts(tunnel, name);
  },
  /** Throws Failed INVALID where it is not yet known whom the secret goes to. */
  requireTunnelSecret: (tunnelId: string, name: TunnelSecretName) =>
    requireKnownKey(tunnelManager().get(tunnelId), name),
  async keepTunnelSecret(tunnelId: string, name: TunnelSecretName, secret: string) {
    requireKnownKey(tunnelManager().get(tunnelId), name);
    await tunnelManager().keepSecret(tunnelId, name, secret);
    trail.record('tunnel.secret-entered', { tunnelId, name });
    return 'Stored. The tunnel now uses it.';
  },
});
