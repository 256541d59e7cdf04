/** The webhooks of one profile: known, created, added, and what to know of them (Interface 2.6, 4.4). */
import type { OutputOf } from '../../../../bridge/procedure.ts';
import type { TunnelState } from '../../../../bridge/tunnels.ts';
import type {
  ReceiverView,
  RouteKind,
  WebhookDetail,
  WebhookPreparation,
  webhooksContract,
} from '../../../../bridge/webhooks.ts';
import type { CreateWebhookInput } from '../../../../contract/webhook.ts';

export type WebhookList = OutputOf<typeof webhooksContract.list>;

/** The last proof of one path since the tunnel was opened or in doubt. Times are ISO 8601. */
export type CheckedPath =
  | { readonly state: 'proven'; readonly lastProvenAt: string }
  | {
      readonly state: 'failed';
      readonly lastProvenAt: string | null;
      /** What failed, and what to do. */
      readonly sentence: string;
    };

/** An open or wanted tunnel, as far as webhooks need it. */
export interface TunnelRoute {
  readonly tunnelId: string;
  readonly kind: RouteKind;
  /** null while it was never open. */
  readonly publicOrigin: string | null;
  /** Addresses that it had before, newest first. */
  readonly formerOrigins: readonly string[];
  readonly state: TunnelState;
  readonly lastProvenAt: string | null;
  readonly lasts: boolean;
  readonly sentence: string;
  /** `state` is of the tunnel; whether it carries one path is here. */
  readonly paths: ReadonlyMap<string, CheckedPath>;
}

/** A webhook whose path has to work. */
export interface WatchedWebhook {
  readonly path: string;
  /** Public origin that it is registered under. */
  readonly origin: string;
  /** null where it has no name. */
  readonly name: string | null;
}

/** What webhooks ask of the tunnels of the installation. */
export interface TunnelRoutes {
  list(): readonly TunnelRoute[];
  /** Proves the way on this very path; resolves with the state of that path, within about 10 s. */
  prove(tunnelId: string, slotPath: string): Promise<TunnelRoute>;
}

/** A webhook that was made elsewhere, or whose answer was lost. */
export interface ExistingWebhook {
  readonly webhookId: string;
  /** null where it is known already. */
  readonly url: string | null;
  readonly name: string | null;
  readonly secret: string;
}

/** A webhook at the URL of the team's relay, as owners and operators share it. */
export interface SharedWebhook {
  readonly path: string;
  readonly webhookId: string;
  /** null where it is not known, or not shared. */
  readonly secret: string | null;
}

export interface Creation {
  readonly intentKey: string;
  readonly input: CreateWebhookInput;
  /** What the person was asked about (ASKS_FIRST). */
  readonly confirmed: readonly string[];
}

export interface Webhooks {
  list(): WebhookList;
  /** Throws Failed NOT_FOUND. */
  get(id: string): WebhookDetail;
  prepare(): Promise<WebhookPreparation>;
  /** Throws Failed: see write-path.ts. */
  create(creation: Creation): Promise<WebhookDetail>;
  /** It would send deliveries to an address that is no path of an open tunnel, and nothing was sent under its key. */
  leadsElsewhere(creation: Creation): boolean;
  /** It would send deliveries to the team's relay, and nothing was sent under its key. */
  leadsToTeam(creation: Creation): boolean;
  /** Throws what stands in the way of a create that leads elsewhere, and what it would ask first. */
  requireCreatable(creation: Creation): Promise<void>;
  /** Keeps the secret and what was entered. Gives a sentence; throws Failed INVALID. */
  adopt(existing: ExistingWebhook): Promise<string>;
  /** Those of this computer's paths; with the secret where the URL has one of these origins. */
  shareable(origins: readonly string[]): (SharedWebhook & {
    readonly url: string;
    readonly isAtOrigin: boolean;
    /** Not one that another computer shared. */
    readonly isCreatedHere: boolean;
  })[];
  /** Makes a path of one that another computer shared, and keeps its secret where none is held. Throws Failed INVALID. */
  takeShared(shared: SharedWebhook): Promise<void>;
  /** Throws Failed NOT_FOUND and INVALID. The audit log says that it was shown. */
  revealSecret(id: string): string;
  /** Asks the service for the newest known event, whose `webhookRecords` say status and rate (decisions 28). */
  refresh(id: string): Promise<WebhookDetail>;
  /** null where it has none, or is not known. */
  nameOf(id: string): string | null;
  /** The create that sent this path's URL was answered, but the answer was lost. */
  isSecretLost(slotPath: string): boolean;
  /** Those that the service sends to, at paths of this computer. */
  watched(): WatchedWebhook[];
  /** Ties slots to the webhooks that are known by now. Call it at the start and when something was learned. */
  reconcile(): Promise<void>;
}

export type ReceiverFacts = () => ReceiverView;
