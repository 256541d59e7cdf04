/** What diagnostics say of each profile: states and counts, under a number in place of its name. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { DiagnosticsProfile } from '../../../bridge/diagnostics.ts';
import { isoTime } from '../../../platform/clock.ts';
import { isLoopbackName } from '../../core/foundation/base-url.ts';
import type { Profile } from '../../core/profiles/profile-file.ts';
import type { Profiles } from '../../core/profiles/profiles.ts';
import type { Vault } from '../../core/vault/vault.ts';
import type { Ingress, OpenIngress } from '../../features/webhooks/ingress.ts';
import type { ProfileModes } from '../profile-modes.ts';
import { type ProfileSession, profileMigrations } from '../profile-session.ts';
import type { SessionManager } from '../session-manager.ts';
import { countDatabase } from './count-database.ts';
import { gapOf } from './plain.ts';

export interface ProfilesParts {
  readonly dataDir: string;
  readonly profiles: Profiles;
  readonly vault: Vault;
  readonly modes: Pick<ProfileModes, 'of'>;
  readonly sessions: Pick<SessionManager, 'current'>;
  readonly ingress: Pick<Ingress, 'current'>;
}

/** In the order of their numbers: those in use first, then those that were removed. */
export const listedProfiles = ({
  profiles,
}: Pick<ProfilesParts, 'profiles'>): readonly Profile[] => [
  ...profiles.list(),
  ...profiles.aside(),
];

export async function collectProfiles(parts: ProfilesParts): Promise<DiagnosticsProfile[]> {
  const { profiles, vault, modes, sessions } = parts;
  const isUnlocked = vault.status().state === 'unlocked';
  const selected = profiles.selected().id;
  const listed = profiles.list();
  const collected: DiagnosticsProfile[] = [];
  for (const [at, profile] of listedProfiles(parts).entries()) {
    const open = sessions.current();
    const session = open?.profileId === profile.id ? open : null;
    collected.push({
      profile: at + 1,
      environment: profile.environment,
      mode: isUnlocked ? modes.of(profile.id) : null,
      baseUrl: baseUrlOf(profile),
      isSelected: profile.id === selected,
      isOpen: session !== null,
      isRemoved: at >= listed.length,
      token: profile.token?.proof ?? 'none',
      ...(await dataOf(profile, parts)),
      audit: session === null ? null : auditOf(session),
      service: session === null ? null : session.service.facts().state,
      timeline: session === null ? null : timelineOf(session),
      deliveries: deliveriesOf(profile.id, parts.ingress.current()),
    });
  }
  return collected;
}

/** Whose computer it is may tell who asks: where it leads stays out. */
function baseUrlOf({ baseUrl }: Profile): DiagnosticsProfile['baseUrl'] {
  if (baseUrl === null) return 'built-in';
  return isLoopbackName(URL.parse(baseUrl)?.hostname ?? '') ? 'loopback' : 'elsewhere';
}

type Data = Pick<DiagnosticsProfile, 'data' | 'dataMissing'>;

async function dataOf({ id }: Profile, { vault, dataDir }: ProfilesParts): Promise<Data> {
  const none = (dataMissing: Data['dataMissing']): Data => ({ data: null, dataMissing });
  if (vault.status().state !== 'unlocked') return none('locked');
  // Asking the profiles for the folder would make one that was erased.
  const folder = join(dataDir, 'profiles', id, ...(vault.isDurable() ? [] : ['session']));
  const file = join(folder, 'records.db');
  if (!existsSync(file)) return none('no-database');
  let key: Uint8Array | null = null;
  try {
    key = await vault.dataKey(id);
    const data = await countDatabase({ file, key }, profileMigrations);
    return { data, dataMissing: data.schema.unknown > 0 ? 'newer-version' : null };
  } catch (error) {
    return none(gapOf(error));
  } finally {
    key?.fill(0);
  }
}

function auditOf({ features }: ProfileSession): DiagnosticsProfile['audit'] {
  const { alarm, verification } = features.audit.log.state();
  return {
    check: verification?.state ?? 'not-checked',
    checkedAt: verification !== null && 'at' in verification ? verification.at : null,
    alarm: alarm?.problem ?? 'none',
  };
}

/** null while deliveries can’t be received. */
function timelineOf({ features }: ProfileSession): DiagnosticsProfile['timeline'] {
  try {
    const { indexed, total, isRebuilding, problem } = features.timeline
      .demand()
      .timeline.indexing();
    return { indexed, total, isRebuilding, hasFailed: problem !== null };
  } catch {
    return null;
  }
}

function deliveriesOf(id: string, ingress: OpenIngress | null): DiagnosticsProfile['deliveries'] {
  if (ingress === null) return null;
  const counts = ingress.inbox.slots(id).map(({ path }) => ingress.inbox.counts(path));
  const sum = (of: (one: (typeof counts)[number]) => number): number =>
    counts.reduce((total, one) => total + of(one), 0);
  const answers = sum((one) => one.answers);
  const last = counts.flatMap(({ lastReceivedAt: at }) => (at === null ? [] : [at]));
  return {
    paths: counts.length,
    signatures: {
      verified: sum(({ verdicts }) => verdicts.genuine),
      verifiedReserialised: sum(({ verdicts }) => verdicts['genuine-reserialised']),
      duplicateKeys: sum(({ verdicts }) => verdicts['duplicate-keys']),
      otherWebhook: sum(({ verdicts }) => verdicts['other-webhook']),
      invalid: sum(({ verdicts }) => verdicts.wrong),
      unsigned: sum(({ verdicts }) => verdicts.missing),
      notChecked: sum(({ verdicts }) => verdicts['not-yet-judged']),
    },
    duplicates: sum(({ repeats }) => repeats),
    awaitingSecret: sum(({ held }) => held),
    quarantined: sum(({ quarantined }) => quarantined),
    droppedFromQuarantine: sum((one) => one.droppedFromQuarantine),
    rejected: sum(({ refusedHoldFull }) => refusedHoldFull),
    answers,
    averageAnswerMs:
      answers === 0 ? null : sum((one) => (one.averageAnswerMs ?? 0) * one.answers) / answers,
    lastAt: last.length === 0 ? null : isoTime(Math.max(...last)),
  };
}
