/** What the frame shows all the time, put together from what is known without asking anyone. */
import { implement } from '@orpc/server';
import type { z } from 'zod';
import {
  type aboutView,
  type ConnectionView,
  connectionContract,
} from '../../bridge/connection.ts';
import type { AuditTrail } from '../core/audit/types.ts';
import type { Routes } from '../core/feature/feature.ts';
import type { Profiles } from '../core/profiles/profiles.ts';
import type { Vault } from '../core/vault/vault.ts';
import type { ComputerWatch } from './computer-watch.ts';
import type { FileProblems } from './file-problems.ts';
import { locked } from './locked.ts';
import type { Damage } from './repair/damage.ts';
import type { SessionManager } from './session-manager.ts';
import {
  approvalBlockedMessage,
  changedMessage,
  type WriteFacts,
  writesBlockedMessage,
} from './write-block.ts';

export interface ConnectionParts {
  readonly profiles: Profiles;
  readonly vault: Vault;
  readonly sessions: SessionManager;
  readonly writeFacts: () => WriteFacts;
}

function connectionView(parts: ConnectionParts): ConnectionView {
  const { profiles, vault, sessions } = parts;
  const profile = profiles.selected();
  const session = sessions.current();
  const facts = parts.writeFacts();
  const service = serviceOf(parts, facts);
  const page = { state: 'unknown', offset: 0, limit: 1 } as const;
  return {
    profileId: profile.id,
    profileName: profile.name,
    environment: profile.environment,
    mode: facts.mode,
    baseUrl: profile.baseUrl,
    service,
    tokenExpiresAt: facts.hasToken ? (profile.token?.expiresAt ?? null) : null,
    writesBlocked: sessions.failure() ?? writesBlockedMessage(facts, service),
    approvalBlocked: sessions.failure() ?? approvalBlockedMessage(facts),
    unknownIntents: session?.intents.list(page).total ?? 0,
    vault: vault.status(),
  };
}

function serviceOf(
  { sessions }: ConnectionParts,
  { hasToken, token }: WriteFacts,
): ConnectionView['service'] {
  const session = sessions.current();
  if (session === null) return { state: 'not-tried', at: null, sentence: null };
  if (session.baseUrl === null) {
    const sentence = 'The built-in sandbox can’t be started. The log shows why.';
    return { state: 'unreachable', at: null, sentence };
  }
  const changed = changedMessage(token);
  if (changed !== null) return { state: 'no-token', at: null, sentence: changed };
  const facts = session.service.facts();
  if (hasToken || facts.state !== 'not-tried') return facts;
  return { state: 'no-token', at: null, sentence: 'This profile has no access token.' };
}

/** What the frame shows, and asking for it anew. */
export interface Connection {
  readonly get: () => ConnectionView;
  /** Tries to open what is not open, and asks the service. */
  readonly check: () => Promise<ConnectionView>;
}

export const createConnection = (parts: ConnectionParts): Connection => ({
  get: () => connectionView(parts),
  async check() {
    const { sessions } = parts;
    if (sessions.current() === null) await sessions.refresh();
    else if (sessions.current()?.baseUrl === null) await sessions.reopen();
    await sessions.current()?.client.probe();
    return connectionView(parts);
  },
});

export interface ConnectionProceduresParts extends Connection {
  readonly about: () => z.infer<typeof aboutView>;
  readonly watch: Pick<ComputerWatch, 'warnings' | 'acceptClock'>;
  readonly files: Pick<FileProblems, 'list'>;
  readonly damage: Pick<Damage, 'view' | 'repair'>;
  readonly trail: Pick<AuditTrail, 'record'>;
  readonly isUnlocked: () => boolean;
}

const connection = implement(connectionContract);

export const connectionProcedures = (
  parts: ConnectionProceduresParts,
): Routes<'connection'>['connection'] => ({
  get: connection.get.handler(() => parts.get()),
  check: connection.check.handler(() => parts.check()),
  about: connection.about.handler(() => parts.about()),
  computer: connection.computer.handler(() => parts.watch.warnings()),
  damage: connection.damage.handler(() => parts.damage.view()),
  files: connection.files.handler(() => parts.files.list()),
  repair: connection.repair.handler(async () => ({ path: await parts.damage.repair() })),
  acceptClock: connection.acceptClock.handler(() => {
    const { watch, trail, isUnlocked } = parts;
    if (!isUnlocked()) throw locked();
    trail.record('clock.accepted', { from: watch.warnings().clockSetBackFrom });
    watch.acceptClock();
    return watch.warnings();
  }),
});
