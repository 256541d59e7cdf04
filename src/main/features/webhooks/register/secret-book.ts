/**
 * The secrets of a profile's webhooks, while its database is open. They come from create answers (kept
 * in the same transaction as the answer) and from a person who added a webhook that existed.
 */
import { z } from 'zod';
import { errorCode } from '../../../../platform/error-code.ts';
import type { Migration } from '../../../../platform/migrations.ts';
import type { Sqlite } from '../../../../platform/sqlite.ts';
import type { Log } from '../../../core/foundation/log.ts';
import type { KnownSecrets } from '../../../core/foundation/secrets/known-secrets.ts';
import { isSecret } from '../../../core/intents/response-effects.ts';
import type { Intent, Intents } from '../../../core/intents/types.ts';
import type { Inbox, WebhookPath } from '../inbox/types.ts';
import { fingerprintOf } from '../signature-checks/check-signature.ts';
import type { SecretLookup, SecretsOfPath, StoredSecret } from '../signature-checks/types.ts';

export interface SecretBook extends SecretLookup {
  /** null when it is not held. */
  secretOf(webhookId: string): StoredSecret | null;
  /** Keeps a secret that a person gave; joins a running transaction. Call `refresh` when it is durable. */
  keep(webhookId: string, secret: string, at: string): void;
  /** Something changed: an intent, a slot or a secret. */
  refresh(): void;
}

export interface SecretBookParts {
  readonly sqlite: Sqlite;
  readonly intents: Pick<Intents, 'list' | 'get' | 'readSealed'>;
  readonly inbox: Pick<Inbox, 'slot'>;
  /** Learns every secret that is held. */
  readonly known: Pick<KnownSecrets, 'learn'>;
  readonly log: Pick<Log, 'error'>;
}

const enteredRow = z.object({ webhook_id: z.string(), sealed: z.instanceof(Uint8Array) });

export function createSecretBook({
  sqlite,
  intents,
  inbox,
  known,
  log,
}: SecretBookParts): SecretBook {
  let held: ReadonlyMap<string, StoredSecret> | null = null;
  /** Asked for every delivery, so the same answer is the same object until something changes. */
  const answers = new Map<string, SecretsOfPath>();

  const read = (): ReadonlyMap<string, StoredSecret> => {
    const found = new Map<string, string>();
    /** What can't be opened is left out, and so is an older one: its webhook has no known secret. */
    const take = (webhookId: string, open: () => string | null): void => {
      try {
        const secret = open();
        // An earlier version kept a blank one.
        if (isSecret(secret)) found.set(webhookId, secret);
      } catch (error) {
        // Where the file can't be read, it is tried again.
        if (errorCode(error).startsWith('SQLITE_')) throw error;
        log.error({ err: error, webhookId }, 'the secret of a webhook could not be opened');
        found.delete(webhookId);
      }
    };
    // Oldest first, so that the newest secret of a webhook that was returned twice counts.
    for (const { key, resourceId } of createdWebhooks(intents).toReversed()) {
      if (resourceId !== null) take(resourceId, () => intents.readSealed(key, 'webhook.secret'));
    }
    // Given by a person later, so it counts over what was there before.
    const rows = sqlite.all(
      'SELECT webhook_id, sealed FROM entered_webhook_secrets ORDER BY sequence',
    );
    for (const row of rows) {
      const { webhook_id: id, sealed } = enteredRow.parse(row);
      take(id, () => Buffer.from(sqlite.seal.open(contextOf(id), sealed)).toString('utf8'));
    }
    for (const secret of found.values()) known.learn(secret);
    return new Map(
      [...found].map(([webhookId, secret]) => [
        webhookId,
        { webhookId, secret, fingerprint: fingerprintOf(secret) },
      ]),
    );
  };
  const all = (): ReadonlyMap<string, StoredSecret> => {
    held ??= read();
    return held;
  };

  /** The webhook of a slot, as far as it is known; `none` where no webhook can send there. */
  const ownerOf = (
    slot: Pick<WebhookPath, 'path' | 'webhookId'>,
  ): string | 'none' | 'unknown-yet' => {
    if (slot.webhookId !== null) return slot.webhookId;
    const key = inbox.slot(slot.path)?.intentKey ?? null;
    if (key === null) return 'none';
    const intent = intents.get(key);
    // Nothing was sent, or what was sent created nothing.
    if (intent?.state === 'refused' || intent?.state === 'not-sent') return 'none';
    // Between the reservation and the journal, or with its answer lost, it may exist; where a person
    // says that it does not, what arrives all the same is still held for a secret.
    return intent?.resourceId ?? 'unknown-yet';
  };
  const answerFor = (slot: Pick<WebhookPath, 'path' | 'webhookId'>): SecretsOfPath => {
    const owner = ownerOf(slot);
    if (owner === 'none') return [];
    const own = all().get(owner);
    if (own === undefined) return 'unknown-yet';
    return [own, ...[...all().values()].filter((other) => other !== own)];
  };

  try {
    // What arrives from now on may say one.
    all();
  } catch {
    // It is tried again, and told, where a delivery is judged by them.
  }
  return {
    secretsOf(slot) {
      const name = `${slot.path} ${slot.webhookId ?? ''}`;
      const answered = answers.get(name);
      if (answered !== undefined) return answered;
      const answer = answerFor(slot);
      answers.set(name, answer);
      return answer;
    },
    secretOf: (webhookId) => all().get(webhookId) ?? null,
    keep(webhookId, secret, at) {
      known.learn(secret);
      const sealed = sqlite.seal.seal(contextOf(webhookId), Buffer.from(secret, 'utf8'));
      sqlite.run(
        'INSERT INTO entered_webhook_secrets (webhook_id, sealed, entered_at) VALUES (?, ?, ?)',
        [webhookId, sealed, at],
      );
    },
    refresh() {
      held = null;
      answers.clear();
    },
  };
}

const contextOf = (webhookId: string): string => `entered-webhook-secret:${webhookId}`;

/** Every create of a webhook that was answered. */
export function createdWebhooks(intents: Pick<Intents, 'list'>): Intent[] {
  return webhookIntents(intents, 'created');
}

/** Every create of a webhook in this state, newest first. */
export function webhookIntents(intents: Pick<Intents, 'list'>, state: Intent['state']): Intent[] {
  const found: Intent[] = [];
  for (;;) {
    const query = { operation: 'createWebhook', state, offset: found.length, limit: 200 } as const;
    const { rows, total } = intents.list(query);
    found.push(...rows);
    if (rows.length === 0 || found.length >= total) return found;
  }
}

const register1: Migration = {
  id: '2026-11-20-register-1',
  up(sqlite) {
    sqlite.exec(`
      CREATE TABLE entered_webhook_secrets (
        sequence INTEGER PRIMARY KEY,
        webhook_id TEXT NOT NULL,
        sealed BLOB NOT NULL,
        entered_at TEXT NOT NULL
      ) STRICT;
      CREATE INDEX entered_webhook_secrets_by_webhook
        ON entered_webhook_secrets (webhook_id, sequence);
    `);
  },
};

export const registerMigrations: readonly Migration[] = [register1];
