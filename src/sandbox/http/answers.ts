/** Responses and their forms: v2 bodies bare, v1 in the envelope (Interface 4.4, 7). */
import type { Settings } from '../state/settings.ts';
import type { Refusal } from './refusal.ts';

/** A response. */
export interface Answer {
  readonly status: number;
  /** JSON text, already serialised. */
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Default application/json. */
  readonly contentType?: string;
}

/** Version of a path decides the error forms (Interface 9). */
export type Version = 'v1' | 'v2';

/** The time and ID of a response. */
export interface Stamp {
  /** ISO time of the response. */
  readonly ts: string;
  /** Prefix `request_`. */
  readonly request: string;
}

/** v1 success around `data`, given as JSON text: serialising an event again for each read is the cost we avoid. */
export const enveloped = (dataJson: string, { ts, request }: Stamp): Answer => ({
  status: 200,
  body: `{"ok":true,"object":"object","statusCode":200,"error":null,"message":"success","data":${dataJson},"ts":"${ts}","request":"${request}"}`,
});

/** A refusal in the form of its version (7.1, 7.2, 7.3), or the one a switch selects. */
export function refused(
  refusal: Refusal,
  version: Version,
  settings: Settings,
  stamp: Stamp,
): Answer {
  const status = refusal.isValidation ? settings.validationStatus : refusal.status;
  return {
    status: version === 'v1' && settings.v1ErrorsUnder200 ? 200 : status,
    body: JSON.stringify(
      settings.errorForm === 'problem'
        ? problem(refusal, status)
        : version === 'v1'
          ? envelopeError(refusal, status, stamp)
          : v2Error(refusal, stamp),
    ),
    headers: refusal.headers,
  };
}

function v2Error(refusal: Refusal, { ts }: Stamp) {
  return refusal.isValidation
    ? { ts, error: { information: refusal.messages } }
    : { ts, error: { general: refusal.message } };
}

function envelopeError(refusal: Refusal, statusCode: number, { ts, request }: Stamp) {
  const { code, message } = refusal;
  const information = refusal.isValidation ? { information: refusal.messages } : {};
  return {
    ok: false,
    object: 'error',
    statusCode,
    error: { code, message, ...information },
    message,
    data: null,
    ts,
    request,
  };
}

function problem(refusal: Refusal, status: number) {
  return {
    status,
    detail: refusal.message,
    code: refusal.code,
    errors: refusal.messages.map((message) => ({ message })),
  };
}
