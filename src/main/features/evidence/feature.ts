/** Evidence packs of the open profile. */
import { implement } from '@orpc/server';
import {
  type EvidenceSubject,
  evidenceContract,
  type PersonalData,
} from '../../../bridge/evidence.ts';
import type { ExportFile } from '../../../bridge/exports.ts';
import type { AuditReader } from '../../core/audit/audit-reader.ts';
import type { Feature, ProfileCore } from '../../core/feature/feature.ts';
import type { AuditApi } from '../audit/feature.ts';
import { daysInWords } from '../reports/statements.ts';
import { auditPart } from './audit-part.ts';
import { deliveries, records, requestKeys, requests, signOffs, sources } from './collect.ts';
import { momentsFor } from './moments.ts';
import { writePack } from './pack.ts';
import { belongingTo, requireSubject, type SubjectParts } from './subject.ts';

const evidence = implement(evidenceContract);

interface Uses extends Pick<EvidenceParts, 'payouts' | 'timeline' | 'webhooks'> {
  readonly audit: Pick<AuditApi, 'reader'>;
}

export const evidenceFeature: Feature<'evidence', EvidenceParts, Uses> = {
  open: (core, { payouts, timeline, webhooks, audit: { reader } }) => ({
    api: { ...core, payouts, timeline, webhooks, reader },
  }),
  procedures: (of) => ({
    evidence: { make: evidence.make.handler(({ input }) => startPack(of(), input)) },
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
      // biome-ignore lint/correctness/useImportExtensions: its text, not its code.
      const { default: verifier } = await import('./verify.mjs?raw');
      const collecting = { ...parts, personalData };
      const { arrivals, payouts } = belonging;
      const written = await writePack(writing, {
        ...collecting,
        about: {
          ...{ subject: { ...of, words: wordsOf(of) }, personalData, madeAt },
          ...{ knownAt: about.knownAt, by: person()?.by ?? null },
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
        verifier,
        expected: arrivals.length + keys.length + belonging.records.length + payouts.length,
      });
      manifest = written.manifest;
      return written;
    },
    onChange: () => notify({ topic: 'exports', ids: [] }),
    onSettled({ id: exportId, status, done }) {
      audit.append({
        action: `evidence.export.${status}`,
        facts: {
          ...{ exportId, ...of, personalData, knownAt: about.knownAt },
          // By a name that tells a hash from a secret (cut-secrets.ts).
          ...{ manifestSha256: manifest, rows: status === 'done' ? done : 0 },
        },
      });
      notify({ topic: 'audit', ids: [] });
    },
  });
}
