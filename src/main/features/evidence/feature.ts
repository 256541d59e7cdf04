/** Evidence packs of the open profile. */
import { implement } from '@orpc/server';
import { evidenceContract } from '../../../bridge/evidence.ts';
import type { Feature } from '../../core/feature/feature.ts';
import type { AuditApi } from '../audit/feature.ts';
import { type EvidenceParts, startPack } from './evidence.ts';

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
