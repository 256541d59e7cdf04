import { describe, expect, it } from 'vitest';
import { tidyId } from '../../../format/identifiers.ts';
import { isEventId } from './event-id.ts';

describe('the id of an event', () => {
  it.each(['event_0', 'event_abc123', 'event_A-1_b', 'event_causewayprobe0'])('%s is one', (id) => {
    expect(isEventId(id)).toBe(true);
  });

  it.each([
    '',
    'event_',
    'event_/../a',
    'Event_a',
    'event-a',
    ' event_a',
    'event_a\n',
    'event_a b',
    'x_event_a',
  ])('"%s" is none', (id) => {
    expect(isEventId(id)).toBe(false);
  });

  it.each([
    ['  event_a1 ', 'event_a1'],
    ['"event_a1",', 'event_a1'],
    ['(event_a1).', 'event_a1'],
    ['event_a1', 'event_a1'],
    ['event_a 1', 'event_a 1'],
  ])('%s is meant as %s', (pasted, id) => {
    expect(tidyId(pasted)).toBe(id);
  });
});
