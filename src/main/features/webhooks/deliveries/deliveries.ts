/** Deliveries of one profile as the bridge shows them, over inbox, intake and forwarding. */
import type { z } from 'zod';
import type {
  DeliveryDetail,
  DeliveryRow,
  listDeliveriesInput,
  RebuildView,
  signatureCheckView,
} from '../../../../bridge/deliveries.ts';
import type { Advice } from '../../../../bridge/webhooks.ts';
import { type Clock, isoNow } from '../../../../platform/clock.ts';
import { cutSecrets } from '../../../core/foundation/secrets/cut-secrets.ts';
import { Failed } from '../../../core/intents/failed.ts';
import type { Forwarder } from '../forwarding/types.ts';
import { isDamage, openDelivery } from '../inbox/open-delivery.ts';
import type { Inbox, StoredDelivery } from '../inbox/types.ts';
import type { Intake } from '../intake/types.ts';
import { isVerified, memberWhoChecked, type SignatureCheck } from '../signature-checks/types.ts';
import { contentView } from './content-view.ts';

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
  /** Name of the team member whose key starts with `beginning`; null for none. */
  readonly nameOfMember: (beginning: string) => string | null;
  readonly isSecretLost: (slotPath: string) => boolean;
  readonly clock: Clock;
  readonly onProgress: () => void;
  readonly onFailure: (error: unknown) => void;
}

const cutWords = (text: string | null): string | null => (text === null ? null : cutSecrets(text));

const iso = (ms: number): string => new Date(ms).toISOString();

const verdictOf = (
  verdict: SignatureCheck,
  judgedBy: string | null,
): z.infer<typeof signatureCheckView> => ({
  kind: verdict.kind,
  webhookId: verdict.webhookId,
  fingerprint: judgedBy === null ? verdict.fingerprint : null,
  judgedBy,
  judgedAt: iso(verdict.judgedAt),
  isSignatureKept: isVerified(verdict.kind) ? verdict.hasSignature : null,
});

export function createDeliveries(parts: DeliveriesParts): Deliveries {
  const { profileId, inbox, intake, forwards, nameOf, clock } = parts;
  let progress: RebuildView = { isRunning: false, done: 0, total: 0, finishedAt: null };

  const judgedBy = ({ fingerprint }: SignatureCheck): string | null => {
    const member = memberWhoChecked(fingerprint);
    return member === null ? null : (parts.nameOfMember(member) ?? member);
  };
  const viewOfVerdict = (verdict: SignatureCheck) => verdictOf(verdict, judgedBy(verdict));

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
      verdict: viewOfVerdict(stored.verdict),
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
        verdicts: inbox.verdicts(arrival).map(viewOfVerdict),
        advice: deliveryAdvice({
          judgedBy: judgedBy(delivery.verdict),
          verdict: delivery.verdict,
          webhookId: shown.webhookId,
          nameOf: (id) => nameOf(id) ?? id,
          isLocked: false,
          isSecretLost: parts.isSecretLost(delivery.slotPath),
        }),
        ...contentView(content, whole),
        role: opened.kind === 'damaged' ? 'damaged' : shown.role,
        deviations: (intake.read(arrival)?.deviations ?? []).map((deviation) =>
          cutSecrets(deviation),
        ),
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

/** Why a delivery is verified or not, and what to do. */
interface AdviceFacts {
  readonly verdict: SignatureCheck;
  /** Name of the computer of the team that verified it; null: this one did. */
  readonly judgedBy: string | null;
  /** The webhook of the path; null where there is none. */
  readonly webhookId: string | null;
  /** Names of the webhook whose secret matched. */
  readonly nameOf: (webhookId: string) => string;
  readonly isLocked: boolean;
  readonly isSecretLost: boolean;
}

function deliveryAdvice(facts: AdviceFacts): Advice {
  const { verdict, nameOf, judgedBy } = facts;
  const say = (tone: Advice['tone'], sentence: string, whatToDo: string | null): Advice => ({
    code: verdict.kind,
    tone,
    sentence,
    whatToDo,
  });
  if (judgedBy !== null) {
    const sentence = `Verified by “${judgedBy}”, a computer of your team that stores the webhook’s secret. This computer does not store it.`;
    return say('info', sentence, null);
  }
  const by = verdict.fingerprint === null ? '' : ` (secret ${verdict.fingerprint})`;
  switch (verdict.kind) {
    case 'genuine':
      return say(
        'info',
        `Verified: signed with the webhook’s secret${by}, over the exact bytes.`,
        null,
      );
    case 'genuine-reserialised':
      return say(
        'info',
        `Verified: the signature matches the JSON, but not the exact bytes${by}. A proxy rewrote the JSON, or the service signs another form of it.`,
        'Causeway reads and forwards the form that was signed. If your proxy changes bodies, configure it to pass them on unchanged.',
      );
    case 'duplicate-keys':
      return say(
        'problem',
        `The body contains a key twice, and its exact bytes were not signed with any secret that Causeway stores${by}. Causeway can’t tell which value is right, so it rejected the delivery.`,
        'Someone may have added false values to a verified delivery. If the service sends such bodies itself, contact its support.',
      );
    case 'other-webhook':
      return say(
        'warning',
        `Signed with the secret of your other webhook “${nameOf(verdict.webhookId ?? '')}”${by}. Causeway rejected the delivery here.`,
        'Check whether the URLs or secrets of two webhooks were swapped.',
      );
    case 'wrong':
      return say('problem', ...wrong(facts, by));
    case 'missing':
      return say(
        'problem',
        'The delivery has no signature, so its sender is unknown. Causeway rejected it.',
        'The service signs every delivery. If this is your own test, do nothing. If your proxy removes the “signature” header, configure it to pass the header on.',
      );
    case 'not-yet-judged':
      return say('info', ...notYet(facts));
  }
}

function wrong({ webhookId }: AdviceFacts, by: string): [string, string] {
  if (webhookId === null) {
    return [
      'No webhook with this URL is known to Causeway, so it has no secret to check the delivery with. Causeway rejected the delivery.',
      'If a webhook with this URL was created outside Causeway, import it with its ID and secret.',
    ];
  }
  return [
    `The signature does not match any secret that Causeway stores, or the bytes were changed in transit. Causeway tried this webhook’s secret first${by} and rejected the delivery.`,
    'If every delivery of this webhook is invalid, its secret in Causeway is wrong: enter it again. If only some are, look for a proxy that changes bodies. Otherwise, someone else sent them.',
  ];
}

function notYet({ isLocked, isSecretLost }: AdviceFacts): [string, string] {
  if (isLocked) {
    return [
      'The delivery arrived while the vault was locked. It is stored, and Causeway checks its signature once the vault is unlocked.',
      'Unlock Causeway.',
    ];
  }
  if (isSecretLost) {
    return [
      'The response with this webhook’s secret was lost, so the delivery can’t be verified. It is stored.',
      'Ask the service’s support for the secret and import the webhook with it, or create another webhook.',
    ];
  }
  return [
    'The webhook’s secret is not known yet. The delivery is stored, and Causeway checks its signature once the secret is known.',
    'If the webhook was created outside Causeway, import it with its ID and secret.',
  ];
}
