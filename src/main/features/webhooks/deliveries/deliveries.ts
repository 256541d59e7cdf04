/** Deliveries of one profile as the bridge shows them, over inbox, intake and forwarding. */
import type { z } from 'zod';
import type {
  DeliveryDetail,
  DeliveryRow,
  listDeliveriesInput,
  RebuildView,
  signatureCheckView,
} from '../../../../bridge/deliveries.ts';
import { type Clock, isoNow } from '../../../../platform/clock.ts';
import { cutSecrets } from '../../../core/foundation/secrets/cut-secrets.ts';
import { Failed } from '../../../core/intents/failed.ts';
import type { Forwarder } from '../forwarding/types.ts';
import { isDamage } from '../inbox/damage.ts';
import { openDelivery } from '../inbox/open-delivery.ts';
import type { Inbox, StoredDelivery } from '../inbox/types.ts';
import type { Intake } from '../intake/types.ts';
import { isVerified, type SignatureCheck } from '../signature-checks/types.ts';
import { contentView } from './content-view.ts';
import { deliveryAdvice } from './delivery-advice.ts';

export interface Deliveries {
  list(query: z.output<typeof listDeliveriesInput>): {
    rows: DeliveryRow[];
    next: number | null;
    damaged: number;
  };
  /**
   * Throws Failed NOT_FOUND.
   * @param whole shows numbers of bank accounts that the service did not mask
   */
  get(arrival: number, whole?: boolean): DeliveryDetail;
  checkAgain(slotPath: string | null): Promise<number>;
  /** Begins it; a running one goes on. */
  rebuild(): RebuildView;
  rebuildProgress(): RebuildView;
}

export interface DeliveriesParts {
  readonly profileId: string;
  readonly inbox: Pick<
    Inbox,
    'deliveries' | 'delivery' | 'verdicts' | 'content' | 'slot' | 'slots'
  >;
  readonly intake: Pick<
    Intake,
    'read' | 'checkSignaturesAgain' | 'rebuild' | 'isDamaged' | 'damagedCount'
  >;
  readonly forwards: Pick<Forwarder, 'ofDelivery' | 'countsOf'>;
  readonly privateKey: Uint8Array;
  /** Name of a webhook; null where it has none or is not known. */
  readonly nameOf: (webhookId: string) => string | null;
  readonly isSecretLost: (slotPath: string) => boolean;
  readonly clock: Clock;
  readonly onProgress: () => void;
  readonly onFailure: (error: unknown) => void;
}

const cutWords = (text: string | null): string | null => (text === null ? null : cutSecrets(text));

const iso = (ms: number): string => new Date(ms).toISOString();

const verdictOf = (verdict: SignatureCheck): z.infer<typeof signatureCheckView> => ({
  kind: verdict.kind,
  webhookId: verdict.webhookId,
  fingerprint: verdict.fingerprint,
  judgedAt: iso(verdict.judgedAt),
  isSignatureKept: isVerified(verdict.kind) ? verdict.hasSignature : null,
});

export function createDeliveries(parts: DeliveriesParts): Deliveries {
  const { profileId, inbox, intake, forwards, nameOf, clock } = parts;
  let progress: RebuildView = { isRunning: false, done: 0, total: 0, finishedAt: null };

  const row = (stored: StoredDelivery): DeliveryRow => {
    const read = intake.read(stored.arrival);
    const webhookId = inbox.slot(stored.slotPath)?.webhookId ?? null;
    return {
      arrival: stored.arrival,
      slotPath: stored.slotPath,
      webhookId,
      webhookName: webhookId === null ? null : nameOf(webhookId),
      receivedAt: iso(stored.receivedAt),
      size: stored.size,
      keeping: stored.keeping,
      verdict: verdictOf(stored.verdict),
      repeats: stored.repeats,
      lastRepeatAt: stored.lastRepeatAt === null ? null : iso(stored.lastRepeatAt),
      role: intake.isDamaged(stored.arrival) ? 'damaged' : (read?.role ?? null),
      eventId: read?.eventId ?? null,
      eventName: cutWords(read?.eventName ?? null),
      isMock: read?.isMock ?? false,
      forwards: { ...forwards.countsOf(stored.arrival) },
    };
  };

  const readable = (arrival: number): StoredDelivery | null => {
    try {
      return inbox.delivery(arrival);
    } catch (error) {
      if (!isDamage(error)) throw error;
      const sentence = 'This delivery can’t be opened: its part of the inbox file is damaged.';
      throw new Failed('NOT_FOUND', { sentence });
    }
  };
  const stored = (arrival: number): StoredDelivery => {
    const found = readable(arrival);
    if (found !== null && found.profileId === profileId) return found;
    const sentence = 'This delivery is not stored. Rejected deliveries are kept only for a while.';
    throw new Failed('NOT_FOUND', { sentence });
  };

  /** A path by webhook; undefined where the webhook has none. */
  const pathOf = (webhookId: string): string | undefined =>
    inbox.slots(profileId).find((slot) => slot.webhookId === webhookId)?.path;

  return {
    list({ slotPath, webhookId, verdict, keeping, before, limit }) {
      const path = webhookId === null ? slotPath : pathOf(webhookId);
      const damaged = intake.damagedCount();
      if (path === undefined) return { rows: [], next: null, damaged };
      const found = inbox.deliveries({
        profileId,
        slotPath: path,
        verdict,
        keeping,
        before,
        limit: limit + 1,
      });
      const rows = found.slice(0, limit).map(row);
      const next = found.length > limit ? (rows.at(-1)?.arrival ?? null) : null;
      return { rows, next, damaged };
    },
    get(arrival, whole = false) {
      const delivery = stored(arrival);
      const shown = row(delivery);
      const opened = openDelivery(inbox, arrival, parts.privateKey);
      const content = opened.kind === 'opened' ? opened.content : null;
      return {
        ...shown,
        verdicts: inbox.verdicts(arrival).map(verdictOf),
        advice: deliveryAdvice({
          verdict: delivery.verdict,
          webhookId: shown.webhookId,
          nameOf: (id) => nameOf(id) ?? id,
          isLocked: false,
          isSecretLost: parts.isSecretLost(delivery.slotPath),
        }),
        ...contentView(content, whole),
        role: opened.kind === 'damaged' ? 'damaged' : shown.role,
        deviations: (intake.read(arrival)?.deviations ?? []).map((one) => cutSecrets(one)),
        forwarded: forwards.ofDelivery(arrival),
      };
    },
    checkAgain: (slotPath) => intake.checkSignaturesAgain(slotPath ?? undefined),
    rebuildProgress: () => progress,
    rebuild() {
      if (progress.isRunning) return progress;
      progress = { isRunning: true, done: 0, total: 0, finishedAt: null };
      intake
        .rebuild(({ done, total }) => {
          progress = { ...progress, done, total };
          parts.onProgress();
        })
        .catch(parts.onFailure)
        .finally(() => {
          progress = { ...progress, isRunning: false, finishedAt: isoNow(clock) };
          parts.onProgress();
        });
      return progress;
    },
  };
}
