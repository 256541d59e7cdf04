/** The forms of a delivery (decisions 8). */
import { z } from 'zod';
import type { Settings } from '../state/settings.ts';

const bareEvent = z.looseObject({
  id: z.string(),
  name: z.string(),
  created: z.string(),
  data: z.unknown(),
});

/**
 * The bytes to send, as text, for a bare event given as JSON. Where the signature covers the body
 * serialised again (decisions 9), the body is indented, so that the two differ.
 */
export function deliveryBody(eventJson: string, settings: Settings): string {
  const text = wrapped(eventJson, settings.deliveryForm);
  return settings.signatureInput === 'raw' ? text : JSON.stringify(JSON.parse(text), null, 2);
}

function wrapped(eventJson: string, form: Settings['deliveryForm']): string {
  switch (form) {
    case 'bare':
      return eventJson;
    case 'event':
      return `{"event":${eventJson}}`;
    case 'envelope':
      return `{"data":{"event":${eventJson}}}`;
    case 'typed': {
      const { id, name, created, data } = bareEvent.parse(JSON.parse(eventJson));
      return JSON.stringify({ id, type: name, createdAt: created, data });
    }
  }
}
