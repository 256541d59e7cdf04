/** `GET /v1/event/{event_id}` (Interface 4.5). */
import { getEventParams } from '../../contract/event.ts';
import { enveloped } from '../http/answers.ts';
import { refusals } from '../http/refusal.ts';
import { parsed } from '../http/validation.ts';
import type { Operate } from './operation.ts';

export const getEvent: Operate = (service, { params, stamp }) => {
  const { eventReader, settings } = service;
  const id = params['event_id'] ?? '';
  const event = eventReader.read(id);
  if (event === null) {
    parsed(getEventParams, params);
    throw refusals.notFound('Event not found');
  }
  return settings.current.eventForm === 'bare'
    ? { status: 200, body: event }
    : enveloped(`{"event":${event}}`, stamp());
};
