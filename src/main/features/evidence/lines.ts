/** Lines of a pack: what each says, without secrets, whole or masked, with a commitment to the whole. */
import { createHash } from 'node:crypto';
import type { DeliveryDetail } from '../../../bridge/deliveries.ts';
import type { PersonalData } from '../../../bridge/evidence.ts';
import type { Json } from '../../../bridge/scalars.ts';
import { canonicalJson, sha256Hex } from '../../../platform/canonical-json.ts';
import type { SigningKey } from '../../core/audit/signing.ts';
import { cleanAny } from '../../core/foundation/clean-json.ts';
import type { KnownSecrets } from '../../core/foundation/secrets/known-secrets.ts';
import type { Intent } from '../../core/intents/types.ts';
import type { Observation } from '../../core/records/types.ts';
import { rawResponseOf } from '../../core/service/raw-response.ts';
import { masked } from './masked.ts';

export type Content = Readonly<Record<string, Json>>;

export interface Line {
  /** As the pack shows it. */
  readonly content: Content;
  /** SHA-256 over the opening and the canonical JSON of the whole content. */
  readonly commitment: string;
  /** 32 bytes as hex; left out where personal data is, so that nobody can guess what is masked. */
  readonly opening?: string;
}

export interface LineParts {
  readonly signing: Pick<SigningKey, 'opening'>;
  readonly known: Pick<KnownSecrets, 'values'>;
  readonly personalData: PersonalData;
}

/** `whole`: JSON, of which what is undefined is left out. */
export function lineOf(whole: object, { signing, known, personalData }: LineParts): Line {
  const content = cleanAny(JSON.parse(JSON.stringify(whole)), {
    known: known.values(),
  }) as Content;
  const text = canonicalJson(content);
  // Another content has another opening, so that what one pack opens tells nothing of another's.
  const opening = signing.opening(`evidence ${sha256Hex(text)}`);
  const commitment = createHash('sha256').update(opening).update(text).digest('hex');
  return personalData === 'whole'
    ? { content, commitment, opening: opening.toString('hex') }
    : { content: masked(content) as Content, commitment };
}

/** The exact bytes as text, where nothing had to be cut out; else what is left of them. */
export function deliveryContent(
  delivery: DeliveryDetail,
  { personalData, known }: Pick<LineParts, 'personalData' | 'known'>,
): object {
  const { arrival, eventId, eventName, receivedAt, size, keeping, role, isMock } = delivery;
  const { webhookId, verdicts, repeats, lastRepeatAt, headers, deviations } = delivery;
  const { text, body, digest } = delivery;
  const isExact = delivery.isExactText && cleanAny(text, { known: known.values() }) === text;
  // Masked, the text would be one mask; its structure says more.
  const isText = personalData === 'whole' && isExact;
  return {
    ...{ arrival, eventId, eventName, receivedAt, size, keeping, role, isMock, webhookId },
    ...{ verdicts, repeats, lastRepeatAt, headers, deviations, isExact, sha256: digest },
    ...(isText ? { text } : { body: body ?? text }),
    ...(delivery.isErased ? { isErased: true } : {}),
  };
}

/** A request as it was stored, what came of it, and the response. */
export function requestContent(
  intent: Intent,
  response: {
    /** Of what was created. */
    readonly observed: Observation | null;
    /** Of what was not. */
    readonly answer: Uint8Array | null;
  },
  known: readonly string[],
): object {
  const { fingerprint: _, retryAfterMs: __, ...stored } = intent;
  const { observed, answer } = response;
  return {
    ...stored,
    response:
      observed !== null
        ? observed.body
        : answer === null
          ? null
          : rawResponseOf(answer, known).text,
  };
}
