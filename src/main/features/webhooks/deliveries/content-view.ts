/** What arrived with a delivery as its screen shows it: headers, and the body without secrets. */
import { createHash } from 'node:crypto';
import type { DeliveryDetail } from '../../../../bridge/deliveries.ts';
import type { Json } from '../../../../bridge/scalars.ts';
import { parseExactJson } from '../../../../contract/exact-json.ts';
import { withMaskedAccounts } from '../../../../contract/masked-numbers.ts';
import { cleanJson } from '../../../core/foundation/clean-json.ts';
import { cutSecrets } from '../../../core/foundation/secrets/cut-secrets.ts';
import { isSameJson } from '../../../core/records/field-changes.ts';
import { isErasedContent } from '../inbox/erased-content.ts';
import type { DeliveryContent } from '../inbox/types.ts';

/** Credentials of whoever stands between are none of the screen's business. */
const cutHeaders = new Set(['authorization', 'proxy-authorization', 'cookie']);

export function contentView(
  content: DeliveryContent | null,
  whole: boolean,
): Pick<
  DeliveryDetail,
  'headers' | 'text' | 'isExactText' | 'body' | 'hasWholeNumbers' | 'digest' | 'isErased'
> {
  if (content === null) {
    return {
      headers: null,
      text: null,
      isExactText: false,
      body: null,
      hasWholeNumbers: false,
      digest: null,
      isErased: false,
    };
  }
  if (isErasedContent(content.headers)) {
    const left = bodyView(textOf(content.body), whole);
    return { ...left, headers: [], isExactText: false, digest: null, isErased: true };
  }
  return {
    isErased: false,
    headers: content.headers.map(([name, value]) => ({
      name: cutSecrets(name),
      value: cutHeaders.has(name.toLowerCase())
        ? '(cut)'
        : cutSecrets(value, { field: name.toLowerCase() }),
    })),
    ...bodyView(textOf(content.body), whole),
    digest: createHash('sha256').update(content.body).digest('hex'),
  };
}

type BodyView = Pick<DeliveryDetail, 'text' | 'isExactText' | 'body' | 'hasWholeNumbers'>;

function bodyView(text: string | null, whole: boolean): BodyView {
  const parsed = jsonOf(text);
  if (text === null || parsed === undefined) {
    const shown = text === null ? null : cutSecrets(text);
    return {
      text: shown,
      isExactText: shown !== null && shown === text,
      body: null,
      hasWholeNumbers: false,
    };
  }
  const clean = cleaned(parsed);
  const masked = withMaskedAccounts(clean) as Json;
  const hasWholeNumbers = !isSameJson(masked, clean);
  const body = whole ? clean : masked;
  // Canonical: what is kept has its keys in another order than what arrived, and says the same.
  const isExactText = cutSecrets(text) === text && isSame(parsed, body);
  return {
    text: isExactText ? text : JSON.stringify(body, null, 2),
    isExactText,
    body,
    hasWholeNumbers,
  };
}

function textOf(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** undefined where it is no JSON. */
function jsonOf(text: string | null): unknown {
  try {
    return parseExactJson(text ?? '');
  } catch {
    return undefined;
  }
}

/** Without secrets. */
const cleaned = (parsed: unknown): Json => (cleanJson({ value: parsed })['value'] ?? null) as Json;

/** False too for what is nested too deeply to compare, or is no well-formed text. */
function isSame(one: unknown, other: unknown): boolean {
  try {
    return isSameJson(one, other);
  } catch {
    return false;
  }
}
