/** Evidence packs of the open profile. */
import { implement } from '@orpc/server';
import { z } from 'zod';
import {
  type EvidenceSubject,
  evidenceContract,
  type PersonalData,
} from '../../../bridge/evidence.ts';
import type { ExportFile } from '../../../bridge/exports.ts';
import { resourceSchemas } from '../../../contract/resources.ts';
import { type Clock, isoNow, isoTime } from '../../../platform/clock.ts';
import type { Sqlite } from '../../../platform/sqlite.ts';
import type { AuditReader } from '../../core/audit/audit-reader.ts';
import { requirePast } from '../../core/creates/known-reads.ts';
import type { Feature, ProfileCore } from '../../core/feature/feature.ts';
import type { AuditApi } from '../audit/feature.ts';
import type { Payouts } from '../payouts/payouts.ts';
import { daysInWords, latestMoment } from '../reports/statements.ts';
import type { WebhooksApi } from '../webhooks/feature.ts';
import { auditPart } from './audit-part.ts';
import { deliveries, records, requestKeys, requests, signOffs, sources } from './collect.ts';
import { writePack } from './pack.ts';
import { belongingTo, requireSubject, type SubjectParts } from './subject.ts';
import { verifier } from './verifier.ts';

const evidence = implement(evidenceContract);

interface Uses extends Pick<EvidenceParts, 'payouts' | 'timeline' | 'webhooks'> {
  readonly audit: Pick<AuditApi, 'reader'>;
}

export const evidenceFeature: Feature<'evidence', EvidenceParts, Uses> = {
  open: (core, { payouts, timeline, webhooks, audit: { reader } }) => ({
    api: { ...core, payouts, timeline, webhooks, reader },
  }),
  procedures: (api) => ({
    evidence: { make: evidence.make.handler(({ input }) => startPack(api(), input)) },
  }),
};

export interface EvidenceParts
  extends SubjectParts,
    Pick<ProfileCore, 'audit' | 'anchor' | 'signing' | 'person' | 'intents' | 'files'>,
    Pick<ProfileCore, 'installationId' | 'clock' | 'known' | 'notify'> {
  readonly reader: AuditReader;
}

interface EvidenceAsked {
  readonly of: EvidenceSubject;
  readonly personalData: PersonalData;
  readonly knownAt: string | null;
}

const nouns = {
  customer: 'Customer',
  virtualAccount: 'Virtual account',
  payout: 'Payout',
  event: 'Event',
} as const;

const wordsOf = (of: EvidenceSubject): string =>
  of.kind === 'period' ? `${daysInWords(of)} (${of.timeZone})` : `${nouns[of.kind]} ${of.id}`;
const nameOf = (of: EvidenceSubject): string =>
  (of.kind === 'period' ? `${of.from}-${of.to}` : of.id).replaceAll(/[^A-Za-z0-9]+/g, '-');

/** Rejects with Failed NOT_FOUND, and INVALID for a period or a moment that can't be one. */
async function startPack(
  parts: EvidenceParts,
  { of, personalData, knownAt: asked }: EvidenceAsked,
): Promise<ExportFile> {
  const { profile, audit, notify, person } = parts;
  const { madeAt, ...moments } = await momentsFor(parts, asked);
  const about = { of, ...moments };
  await requireSubject(parts, about);
  let manifest: string | null = null;
  return parts.files.start({
    fileName: `evidence-${nameOf(of).slice(0, 80)}${personalData === 'masked' ? '-masked' : ''}.zip`,
    type: 'application/zip',
    async write(writing) {
      const belonging = await belongingTo(parts, about, writing.signal);
      const keys = await requestKeys(parts, belonging, about);
      const collecting = { ...parts, personalData };
      const { arrivals, payouts } = belonging;
      const written = await writePack(writing, {
        ...collecting,
        about: {
          subject: { ...of, words: wordsOf(of) },
          personalData,
          madeAt,
          knownAt: about.knownAt,
          by: person()?.by ?? null,
          profile: { id: profile.id, name: profile.name, environment: profile.environment },
          installationId: parts.installationId,
          erased: parts.records.erased
            .among(belonging.ids)
            .map(({ customerId, at, by, reason }) => ({ customerId, at, by, reason })),
        },
        contents: {
          deliveries: deliveries(collecting, belonging),
          requests: requests(collecting, keys, about),
          records: records(collecting, belonging, about),
          sources: sources(collecting, belonging, about),
          'sign-offs': signOffs(parts, belonging, keys, about),
        },
        audit: () => auditPart(collecting, belonging, keys, about, writing.signal),
        verifier: await verifier(),
        expected: arrivals.length + keys.length + belonging.records.length + payouts.length,
      });
      manifest = written.manifest;
      return written;
    },
    onChange: () => notify({ topic: 'exports', ids: [] }),
    onSettled({ id: exportId, status, done, fileSha256 }) {
      audit.append({
        action: `evidence.export.${status}`,
        facts: {
          exportId,
          ...of,
          personalData,
          knownAt: about.knownAt,
          // By a name that tells a hash from a secret (cut-secrets.ts).
          manifestSha256: manifest,
          rows: status === 'done' ? done : 0,
          fileSha256,
        },
      });
      notify({ topic: 'audit', ids: [] });
    },
  });
}

/** The moment of a pack: later than now where a clock ahead of this one dated something that is known. */
interface MomentsParts {
  readonly sqlite: Sqlite;
  readonly clock: Clock;
  readonly payouts: Pick<Payouts, 'latest'>;
  readonly profile: { readonly id: string };
  readonly webhooks: Pick<WebhooksApi, 'demand'>;
}

const kinds = Object.keys(resourceSchemas);
const newestRow = z.object({ at: z.string().nullable() });
/** Each kind is a seek. Computers hand over to others what people signed off and resolved. */
const newestSql = `SELECT max(at) AS at FROM (
  ${kinds.map(() => 'SELECT max(last_learned_at) AS at FROM records WHERE kind = ? UNION ALL').join(' ')}
  SELECT max(at) FROM drift_sign_offs UNION ALL
  SELECT max(cleared_at) FROM mismatch_clearances UNION ALL
  SELECT max(settled_at) FROM settlements)`;

const latestOf = (moments: readonly string[]) => moments.reduce((one, at) => (at > one ? at : one));

/**
 * What was asked for, else the newest. `payoutsAt` is no later than the newest event, and `eventsAt` no later
 * than now: null is now. Rejects with Failed INVALID for what is no moment, or later than the newest.
 */
export async function momentsFor(parts: MomentsParts, asked: string | null) {
  const { sqlite, clock, payouts, profile, webhooks } = parts;
  const { ingress, takeIn } = webhooks.demand();
  const newestEvent = await latestMoment({ payouts, takeIn });
  const { at } = newestRow.parse(sqlite.first(newestSql, kinds));
  // No record was learned of a delivery that is not verified.
  const unverifiedAt = ingress.inbox.lastWaitingAt(profile.id) ?? 0;
  const newest = latestOf([isoNow(clock), newestEvent, at ?? '', isoTime(unverifiedAt)]);
  if (asked !== null) requirePast({ now: () => Date.parse(newest) }, asked);
  const knownAt = new Date(asked ?? newest).toISOString();
  return {
    // After the moment of what is known, so that it is no earlier.
    madeAt: isoNow(clock),
    knownAt,
    payoutsAt: knownAt < newestEvent ? knownAt : newestEvent,
    eventsAt: Date.parse(knownAt) > clock.now() ? null : knownAt,
  };
}
