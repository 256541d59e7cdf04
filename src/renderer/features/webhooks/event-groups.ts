/** Event names by the resource that they are about, and what of them is chosen (Interface 6). */
import {
  type EventName,
  eventMeanings,
  eventNames,
  isEventName,
  listedEventNames,
  resourceKeyOf,
} from '../../../contract/event-names.ts';

export interface GroupedEvent {
  name: EventName;
  meaning: string;
  /** Whether the table of section 6 names it; another was only seen in an event. */
  isListed: boolean;
}

export interface EventGroup {
  /** `customer` for `customer.kyc.pending`. */
  resource: string;
  events: readonly GroupedEvent[];
}

const listed: ReadonlySet<string> = new Set(listedEventNames);

const groups: readonly EventGroup[] = grouped(eventNames);

/** Groups with the events whose name or meaning holds every word of the search. */
export function searchEvents(search: string): EventGroup[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return groups
    .map(({ resource, events }) => ({
      resource,
      events: events.filter(({ name, meaning }) => {
        const text = `${name} ${meaning}`.toLowerCase();
        return words.every((word) => text.includes(word));
      }),
    }))
    .filter(({ events }) => events.length > 0);
}

/** What "All" chooses of these: what section 6 does not list only where the service is not asked for it. */
export const allOf = (shown: readonly EventGroup[], withUnlisted: boolean): EventName[] =>
  shown
    .flatMap(({ events }) => events)
    .filter(({ isListed }) => isListed || withUnlisted)
    .map(({ name }) => name);

function grouped(names: readonly EventName[]): EventGroup[] {
  const byResource = new Map<string, GroupedEvent[]>();
  for (const name of names) {
    const resource = resourceKeyOf(name);
    const event = { name, meaning: eventMeanings[name], isListed: listed.has(name) };
    byResource.set(resource, [...(byResource.get(resource) ?? []), event]);
  }
  return [...byResource].map(([resource, events]) => ({ resource, events }));
}

/** With or without these, in the order of the interface, each once. */
export function withEvents(
  chosen: readonly string[],
  names: readonly string[],
  isWanted: boolean,
): EventName[] {
  const wanted = new Set(chosen);
  for (const name of names) {
    if (isWanted) wanted.add(name);
    else wanted.delete(name);
  }
  return eventNames.filter((name) => wanted.has(name));
}

/** Names that the interface knows. */
export const knownEvents = (names: readonly string[]): EventName[] => names.filter(isEventName);
