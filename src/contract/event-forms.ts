/** The forms of an event, in a response (Interface 4.5) or a delivery (decisions 2, 8). */
import { z } from 'zod';
import { type JsonObject, jsonObject } from './scalars.ts';

/** How an event was wrapped. `typed` is `{id, type, createdAt, data}`. */
export type EventForm = 'bare' | 'event-key' | 'envelope' | 'typed';

/** An event as received: `id` and `name` are known, the rest is unchecked. */
export interface ReadEvent {
  readonly form: EventForm;
  readonly id: string;
  readonly name: string;
  /** The event record with its unknown fields. In the `typed` form its keys are renamed to those of 2.7. */
  readonly event: JsonObject;
}

/** Wider than the pattern of 2.7: an event is never refused for the spelling of its ID. */
const idAsRead = z.string().regex(/^event_[A-Za-z0-9_-]+$/);
const eventAsRead = z.looseObject({ id: idAsRead, name: z.string().min(1) });
const typedAsRead = z.looseObject({ id: idAsRead, type: z.string().min(1) });
const wrappers = [
  ['event-key', z.looseObject({ event: eventAsRead }).transform((it) => it.event)],
  [
    'envelope',
    z.looseObject({ data: z.looseObject({ event: eventAsRead }) }).transform((it) => it.data.event),
  ],
] as const;

/**
 * Finds the event in a body. A bare event also has `data`, so a top-level `id` like `event_…` decides
 * (decisions 2). Returns null for anything else; the caller stores and shows it as unrecognised.
 */
export function readEvent(body: unknown): ReadEvent | null {
  const bare = eventAsRead.safeParse(body);
  if (bare.success) {
    return { form: 'bare', id: bare.data.id, name: bare.data.name, event: bare.data };
  }
  const typed = typedAsRead.safeParse(body);
  if (typed.success) return fromTyped(typed.data);
  for (const [form, wrapper] of wrappers) {
    const wrapped = wrapper.safeParse(body);
    if (wrapped.success) {
      return { form, id: wrapped.data.id, name: wrapped.data.name, event: wrapped.data };
    }
  }
  return null;
}

function fromTyped(body: z.infer<typeof typedAsRead>): ReadEvent {
  const { type: name, createdAt, ...rest } = body;
  const created = createdAt === undefined || 'created' in rest ? {} : { created: createdAt };
  return {
    form: 'typed',
    id: body.id,
    name,
    event: jsonObject.parse({ ...rest, ...created, name }),
  };
}
