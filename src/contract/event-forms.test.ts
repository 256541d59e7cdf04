import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readEvent } from './event-forms.ts';
import { bareEventExample, responseExamples } from './examples.ts';

const event = { ...bareEventExample, later: { added: true } };
const { id, name, created, data } = event;

describe('readEvent', () => {
  it.each([
    ['bare', event],
    ['event-key', { event }],
    ['envelope', { data: { event } }],
    ['envelope', { ...responseExamples.getEvent, data: { event } }],
  ])('finds the event in the %s form, unknown fields and all', (form, body) => {
    expect(readEvent(body)).toEqual({ form, id, name, event });
  });

  it('reads the typed form under the names of 2.7', () => {
    expect(readEvent({ id, type: name, createdAt: created, data, extra: 1 })).toEqual({
      form: 'typed',
      id,
      name,
      event: { id, name, created, data, extra: 1 },
    });
  });

  it('takes a bare event for bare although its data could be an envelope', () => {
    const body = { ...event, data: { event: { id: 'event_other', name: 'wallet.create' } } };
    expect(readEvent(body)).toMatchObject({ form: 'bare', id });
  });

  it('reads event names and ids that nobody knows', () => {
    const body = { id: 'event_01J-ABC_x', name: 'refund.reversed', data: {} };
    expect(readEvent(body)).toMatchObject({ id: 'event_01J-ABC_x', name: 'refund.reversed' });
  });

  it.each([
    ['null', null],
    ['a text', 'event_1'],
    ['another resource', { id: 'wallet_1', name: 'wallet.create', data }],
    ['an event without a name', { id, data }],
    ['an event whose name is empty', { id, name: '' }],
    ['an id that only begins right', { id: 'event_', name }],
    ['an envelope without an event', { ok: true, data: {} }],
    ['a list', [event]],
  ])('recognises nothing in %s', (_, body) => {
    expect(readEvent(body)).toBeNull();
  });

  it('never throws, whatever JSON comes', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect([null, 'object']).toContain(readEvent({ data: value }) === null ? null : 'object');
        expect(readEvent({ id, name, data: value })?.form).toBe('bare');
      }),
    );
  });
});
