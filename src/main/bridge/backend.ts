/**
 * What the bridge translates for, as the composition root provides it. Everything of a profile is
 * asked for anew on every call, because profiles are switched and vaults are locked meanwhile.
 */

import type { z } from 'zod';
import type { aboutView, ConnectionView } from '../../bridge/connection.ts';
import type { AddProfileInput, AsideProfileView, ProfileView } from '../../bridge/profiles.ts';
import type { RawAnswer } from '../../bridge/raw-answer.ts';
import type { NewTunnelSettings, TunnelView, tunnelsContract } from '../../bridge/tunnels.ts';
import type { UpdateNotice } from '../../bridge/updates.ts';
import type { SecretEntryPurpose, VaultStatus } from '../../bridge/vault.ts';
import type { Annotations } from '../core/annotations/annotations.ts';
import type { Audit } from '../core/audit/types.ts';
import type { ExportFiles } from '../core/exports/export-files.ts';
import type { Log } from '../core/foundation/log.ts';
import type { KnownSecrets } from '../core/foundation/secrets/known-secrets.ts';
import type { Intents } from '../core/intents/types.ts';
import type { AsOfRecords } from '../core/records/as-of.ts';
import type { Imports } from '../features/imports/imports.ts';
import type { ListExports } from '../features/list-exports/list-exports.ts';
import type { Explained } from '../features/timeline/explained.ts';
import type { Exports } from '../features/timeline/exports/exports.ts';
import type { Timeline } from '../features/timeline/timeline.ts';
import type { SavedViews } from '../features/timeline/views/saved-views.ts';
import type { SendAgain } from '../features/unresolved/send-again.ts';
import type { Unresolved } from '../features/unresolved/unresolved.ts';
import type { Deliveries } from '../features/webhooks/deliveries/deliveries.ts';
import type { BridgeForwarder } from '../features/webhooks/forwarding/forwarding-documents.ts';
import type { PastWebhooks } from '../features/webhooks/register/past-webhooks.ts';
import type { BridgeWebhooks } from '../features/webhooks/register/webhook-documents.ts';
import type { CallScope } from './named-profile.ts';

/** One notice with the id that a reconnect resumes after. */
export interface NumberedNotice {
  readonly id: string;
  readonly notice: UpdateNotice;
}

/** Tunnels as the page uses them. */
export interface BridgeTunnels {
  list(): TunnelList;
  /** Asks a person; the path of the document, as openSecretEntry. */
  add(settings: NewTunnelSettings): Promise<string | null>;
  open(id: string): Promise<TunnelView>;
  close(id: string): Promise<TunnelView>;
  prove(id: string): Promise<TunnelView>;
  remove(id: string): Promise<void>;
  /** Ask as add. */
  chooseKeyFile(id: string): Promise<string | null>;
  forgetHostKey(id: string): Promise<string | null>;
  trustHostKey(id: string, fingerprint: string): Promise<string | null>;
}

type TunnelList = z.input<NonNullable<(typeof tunnelsContract.list)['~orpc']['outputSchema']>>;

export interface BridgeBackend {
  readonly log: Log;
  /** Cut by value out of everything that the page gets. */
  readonly known: Pick<KnownSecrets, 'values'>;
  readonly calls: CallScope;
  readonly vault: {
    status(): VaultStatus;
    useSession(): Promise<VaultStatus>;
    lock(): Promise<VaultStatus>;
    /** The path where the host serves the document; null when the host opened a window itself. */
    openSecretEntry(purpose: SecretEntryPurpose): Promise<string | null>;
  };
  readonly profiles: {
    list(): readonly ProfileView[];
    /** Asks a person; the path of the document, as openSecretEntry. */
    add(input: AddProfileInput): Promise<string | null>;
    rename(id: string, name: string): Promise<ProfileView>;
    /** As add. */
    changeAddress(id: string, baseUrl: string): Promise<string | null>;
    /** As add. */
    remove(id: string): Promise<string | null>;
    aside(): readonly AsideProfileView[];
    bringBack(id: string): ProfileView;
    select(id: string): Promise<ProfileView>;
    prove(id: string): Promise<ProfileView>;
  };
  readonly connection: {
    get(): ConnectionView;
    check(): Promise<ConnectionView>;
    about(): z.infer<typeof aboutView>;
  };
  readonly updates: {
    /** Ends when the signal is aborted, or when whoever reads it returns. */
    watch(options: {
      readonly lastEventId: string | undefined;
      readonly signal: AbortSignal | undefined;
    }): AsyncIterableIterator<NumberedNotice>;
  };
  /**
   * Of the open profile. Throws Failed LOCKED or INVALID while its data can't be read, and INVALID
   * when it is not the one that was asked for: a page may not know yet that another was selected.
   */
  asOf(): Pick<AsOfRecords, 'progress'>;
  /** As asOf; INVALID with why while deliveries can't be received. */
  webhooks(profileId?: string): BridgeWebhooks;
  /** As asOf. */
  pastWebhooks(): PastWebhooks;
  deliveries(): Deliveries;
  forwarding(): BridgeForwarder;
  /** As webhooks. */
  timeline(profileId?: string): Timeline & Explained;
  timelineExports(): Exports;
  savedViews(): SavedViews;
  /** As asOf. */
  annotations(
    profileId?: string,
  ): Pick<Annotations, 'get' | 'setLabels' | 'setReference' | 'setName' | 'addNote' | 'editNote'>;
  /** As asOf. */
  imports(profileId?: string): Imports;
  /** As asOf. */
  listExports(): ListExports;
  /** As asOf. */
  exports(): Pick<ExportFiles, 'get' | 'cancel'>;
  /** Of the installation. Throws as webhooks. */
  tunnels(): BridgeTunnels;
  /** Asks a person; the path of the document that shows a webhook's secret once, or copies it. */
  revealSecret(webhookId: string): Promise<string | null>;
  /** As asOf. */
  intents(): Pick<Intents, 'get' | 'list'>;
  /** As asOf. Without secrets. */
  rawAnswer(intentKey: string): Promise<RawAnswer | null>;
  /** As asOf. */
  unresolved(profileId?: string): Unresolved & { readonly sendAgain: SendAgain['send'] };
  /** As asOf. */
  audit(): Pick<Audit, 'list' | 'verify'>;
}
