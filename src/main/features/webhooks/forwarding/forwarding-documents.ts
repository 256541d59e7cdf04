/** Forwarding as the page may ask for it: where deliveries go, and sending many again, a person confirms. */
import { longInstant } from '../../../../bridge/instants.ts';
import { groupedCount } from '../../../../bridge/words.ts';
import type { Clock } from '../../../../platform/clock.ts';
import type { AskPerson, Confirmation } from '../../../core/feature/confirmation.ts';
import { invalid } from '../../../core/intents/failed.ts';
import { isForTeam } from './forwarding.ts';
import { readTargetUrl } from './target-url.ts';
import type { Forwarder, NewTarget, Selection } from './types.ts';

/** Forwarding as the page uses it: what gives deliveries away asks a person first. */
export interface BridgeForwarder extends Omit<Forwarder, 'addTarget' | 'replay'> {
  addTarget(input: Parameters<Forwarder['addTarget']>[0]): Promise<string | null>;
  replay(
    ...of: Parameters<Forwarder['replay']>
  ): Promise<{ readonly queued: number | null; readonly path: string | null }>;
}

export interface ForwardDocumentParts {
  readonly ask: AskPerson;
  readonly clock: Clock;
}

/** For so long one delivery alone goes to a target unasked, in milliseconds. */
export const unaskedMs = 10 * 60_000;

/**
 * `forwards` are those of the profile that is open now, `ofProfile` gives them when the person has
 * confirmed: it throws when another profile is open by then.
 */
export function createForwardDocuments({ ask, clock }: ForwardDocumentParts) {
  /** Target → the delivery that went to it unasked last. A page could ask for them one by one. */
  const unasked = new Map<string, { readonly arrival: number; readonly at: number }>();
  const mayGo = (targetId: string, arrival: number): boolean => {
    const last = unasked.get(targetId);
    return last === undefined || last.arrival === arrival || clock.now() - last.at >= unaskedMs;
  };

  return (profile: string, forwards: Forwarder, ofProfile: () => Forwarder): BridgeForwarder => ({
    ...forwards,
    addTarget: async (input) => await ask(targetDocument(profile, input, forwards, ofProfile)),
    async replay(targetId, selection) {
      const target = forwards.targets().find(({ id }) => id === targetId);
      if (target === undefined || (selection.by === 'one' && mayGo(targetId, selection.arrival))) {
        // Before it is waited for: of calls that come together one alone is the first.
        if (target !== undefined && selection.by === 'one') {
          unasked.set(targetId, { arrival: selection.arrival, at: clock.now() });
        }
        return { queued: await forwards.replay(targetId, selection), path: null };
      }
      const path = await ask({
        title: 'Replay deliveries',
        facts: [
          ['Profile', profile],
          ['Target', `${target.name}, ${target.url}`],
          ['Deliveries', formatSelection(selection)],
        ],
        paragraphs: [
          'Causeway sends these deliveries to the target, as signed, also those that it has had before. They contain personal data.',
          ...(target.delivered > 0
            ? [`Deliveries that the target has had so far: ${groupedCount(target.delivered)}.`]
            : []),
        ],
        button: 'Replay',
        async act() {
          const queued = await ofProfile().replay(targetId, selection);
          return { sentence: formatQueued(queued) };
        },
      });
      return { queued: null, path };
    },
  });
}

function targetDocument(
  profile: string,
  input: NewTarget,
  forwards: Forwarder,
  ofProfile: () => Forwarder,
): Confirmation {
  const read = readTargetUrl(input.url);
  if (!read.ok) throw invalid(read.sentence, 'url');
  const isInTeam = forwards.isInTeam();
  const same = forwards.targets().find(({ url, isLent }) => url === read.url && !isLent);
  const isOnce = isForTeam(input, read.url, isInTeam);
  return {
    title: 'Add target',
    facts: [
      ['Name', input.name],
      ['URL', read.url],
      ['Profile', profile],
      ['Webhook', input.webhookId ?? 'All'],
      ['Events', input.events.length === 0 ? 'All' : input.events.join(', ')],
      ...(isInTeam
        ? [['Forwarded by', isOnce ? 'One computer of the team' : 'This computer'] as const]
        : []),
    ],
    paragraphs: [
      'Causeway sends every verified delivery that arrives from now on to this target, including personal data.',
      ...(same === undefined
        ? []
        : [
            `“${same.name}” has this URL already. A delivery that both select is sent there twice.`,
          ]),
      ...(isOnce
        ? [
            'Of the computers of the team that have this target, one forwards each delivery, once. While the team’s database does not respond, deliveries wait.',
          ]
        : []),
    ],
    button: 'Add target',
    act() {
      const { name } = ofProfile().addTarget(input);
      return { sentence: `“${name}” was added. Causeway now forwards verified deliveries to it.` };
    },
  };
}

function formatSelection(selection: Selection): string {
  if (selection.by === 'one') return `No. ${selection.arrival}, soon after another replay`;
  if (selection.by === 'since') return `All since ${longInstant(selection.since)}`;
  const { since, until, webhookId, events } = selection;
  return [
    events.length === 0 ? 'All events' : events.join(', '),
    ...(webhookId === null ? [] : [`of ${webhookId}`]),
    ...(since === null ? [] : [`since ${longInstant(since)}`]),
    ...(until === null ? [] : [`until ${longInstant(until)}`]),
  ].join(', ');
}

function formatQueued(queued: number): string {
  if (queued === 0) return 'No stored, verified delivery matches, so nothing was queued.';
  return queued === 1 ? '1 delivery was queued.' : `${queued} deliveries were queued.`;
}
