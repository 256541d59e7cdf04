/**
 * A feature of main is one value (docs/adding-a-feature.md): what it lays out in a profile's database,
 * what it opens there, and its parts of the bridge. What it uses of others stands in its type, and a list
 * takes it only after those.
 */
import type { Router } from '@orpc/server';
import type { bridgeContract } from '../../../bridge/contract.ts';
import type { UpdateNotice } from '../../../bridge/updates.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Migration } from '../../../platform/migrations.ts';
import type { Random } from '../../../platform/random.ts';
import type { Sqlite } from '../../../platform/sqlite.ts';
import type { Annotations } from '../annotations/annotations.ts';
import type { Anchor } from '../audit/anchor.ts';
import type { SigningKey } from '../audit/signing.ts';
import type { Audit, Person } from '../audit/types.ts';
import type { ExportFiles } from '../exports/export-files.ts';
import type { Log } from '../foundation/log.ts';
import type { KnownSecrets } from '../foundation/secrets/known-secrets.ts';
import type { ApprovalsPlace } from '../intents/approvals.ts';
import type { ClaimsPlace } from '../intents/claims.ts';
import type { Intents } from '../intents/types.ts';
import type { WriteBlock } from '../intents/write-path.ts';
import type { Profile } from '../profiles/profile-file.ts';
import type { AsOfRecords } from '../records/as-of.ts';
import type { Lookups } from '../records/lookups.ts';
import type { Records } from '../records/types.ts';
import type { ServiceClient } from '../service/service-client.ts';
import type { OfferedWrite } from './offered-write.ts';

/** The built-in sandbox, as it is told where it may deliver. */
export interface DeliveringSandbox {
  allowDeliveryOrigin(origin: string, certificate: string): void;
  disallowDeliveryOrigin(origin: string): void;
}

/** The control plane of a sandbox (docs/sandbox.md). */
export interface SandboxControlPlane {
  readonly controlUrl: string;
  readonly controlToken: string;
}

/** What every feature stands on while a profile is open. */
export interface ProfileCore {
  readonly profile: Profile;
  /** Where the profile's databases are. */
  readonly directory: string;
  /** Opens the profile's databases. */
  readonly dataKey: Uint8Array;
  /** What the keys of the profile's inbox are derived from. */
  readonly sealKey: Uint8Array;
  /** The profile's database, with the migrations of all features applied. */
  readonly sqlite: Sqlite;
  readonly records: Records;
  readonly lookups: Lookups;
  readonly asOf: AsOfRecords;
  readonly annotations: Annotations;
  readonly audit: Audit;
  /** The signed head of the audit log, outside the database. */
  readonly anchor: Anchor;
  /** The installation's. */
  readonly signing: SigningKey;
  /** Who is at the computer; null where the system knows nobody. */
  readonly person: () => Person | null;
  readonly intents: Intents;
  readonly client: ServiceClient;
  readonly files: ExportFiles;
  /** null for hosted profiles, and while the built-in one could not be started. */
  readonly sandbox: DeliveringSandbox | null;
  /** Control plane of the built-in sandbox, or the one entered for a hosted sandbox; always null in production. */
  readonly control: SandboxControlPlane | null;
  /** Asked just before a write; null when nothing stands in the way. */
  readonly writeBlock: () => Promise<WriteBlock | null>;
  /** What others of a team have to approve before it is sent; a feature puts it there. */
  readonly approvals: ApprovalsPlace;
  /** What a team’s computers tell each other before they send; a feature puts it there. */
  readonly claims: ClaimsPlace;
  /** Tells the page and every feature that is open. */
  readonly notify: (notice: UpdateNotice) => void;
  /** Names this installation among others. */
  readonly installationId: string;
  readonly fetch: typeof globalThis.fetch;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  /** Learns every token and every secret of a webhook. */
  readonly known: KnownSecrets;
}

/** A feature of the open profile. */
export interface Opened<Api> {
  /** What its procedures and other features use. */
  readonly api: Api;
  /** What it can send to the service, for features after it. */
  readonly writes?: readonly OfferedWrite[];
  /** Something of the profile changed. */
  onUpdate?(notice: UpdateNotice): void;
  /** Lets nothing new begin, and waits for what is under way. A stop may not wait for it. */
  drain?(): Promise<void> | void;
  /** All features at once, when they were drained. */
  close?(): Promise<void> | void;
}

type Contract = typeof bridgeContract;
export type Area = keyof Contract;

/** These parts of the bridge, implemented. */
export type Routes<Areas extends Area> = {
  readonly [Each in Areas]: Router<Contract[Each], Record<never, never>>;
};

/**
 * What the open profile has of a feature. Throws Failed LOCKED or INVALID while its data can't be read,
 * and INVALID when it is not the one that was asked for: a page may not know yet that another was selected.
 */
export type ApiOfProfile<Api> = (profileId?: string) => Api;

/** `Uses`: what it uses of other features, by their names. `Installed`: what it uses of the installation. */
export interface Feature<Areas extends Area, Api, Uses = unknown, Installed = unknown> {
  /** Migrations in order; never changed once released. */
  readonly migrations?: readonly Migration[];
  readonly open: (
    core: ProfileCore,
    uses: Uses,
    installed: Installed,
    /** Writes that the features before it offer. */
    writes: readonly OfferedWrite[],
  ) => Opened<Api> | Promise<Opened<Api>>;
  readonly procedures: (api: ApiOfProfile<Api>, installed: Installed) => Routes<Areas>;
}

export interface FeatureList<Routed, Apis, Installed> {
  readonly migrations: readonly Migration[];
  /** Compiles when those before it have what it uses. */
  add<Name extends string, Areas extends Area, Api>(
    name: Name,
    feature: Feature<Areas, Api, Apis, Installed>,
  ): FeatureList<Routed & Routes<Areas>, Apis & Readonly<Record<Name, Api>>, Installed>;
  /** Opens the features one after the other. `opened` gets each as soon as it is open. */
  open(core: ProfileCore, installed: Installed, opened: Opened<unknown>[]): Promise<Apis>;
  procedures(api: ApiOfProfile<Apis>, installed: Installed): Routed;
}

export const noFeatures = <Installed>(): FeatureList<unknown, unknown, Installed> =>
  listOf({ migrations: [], open: async () => ({}), procedures: () => ({}) });

function listOf<Routed, Apis, Installed>(
  before: Omit<FeatureList<Routed, Apis, Installed>, 'add'>,
): FeatureList<Routed, Apis, Installed> {
  return {
    ...before,
    add: <Name extends string, Areas extends Area, Api>(
      name: Name,
      feature: Feature<Areas, Api, Apis, Installed>,
    ) =>
      listOf({
        migrations: [...before.migrations, ...(feature.migrations ?? [])],
        async open(core, installed, opened) {
          const uses = await before.open(core, installed, opened);
          const writes = opened.flatMap((one) => one.writes ?? []);
          const made = await feature.open(core, uses, installed, writes);
          opened.push(made);
          // The compiler widens a computed name to any text.
          return { ...uses, ...({ [name]: made.api } as Readonly<Record<Name, Api>>) };
        },
        procedures: (api, installed) => ({
          ...before.procedures(api, installed),
          ...feature.procedures((profileId) => api(profileId)[name], installed),
        }),
      }),
  };
}
