/** Main's own document in which a person states what became of requests of a colleague's computer that is gone. */
import { longInstant } from '../../../bridge/instants.ts';
import type { ColleagueRequest } from '../../../bridge/team.ts';
import { outcomesThere, statementNames } from '../../../bridge/team-words.ts';
import { writes } from '../../../contract/writes.ts';
import type { Confirmation, SecretField } from '../../core/feature/confirmation.ts';
import type { Team } from '../../features/team/team.ts';
import { invalid } from './database-fields.ts';
import { lastsMs, later, profileFact } from './document-parts.ts';

/** Named one by one. */
const MOST_NAMED = 100;

const outcomeField = (isOne: boolean): SecretField => ({
  name: 'verdict',
  label: 'Outcome',
  help: null,
  choices: [
    { value: 'absent', label: 'Not created', help: 'The service does not have the record.' },
    ...(isOne
      ? [
          {
            value: 'exists',
            label: 'Created',
            help: 'The service has the record. Enter its ID below.',
          },
        ]
      : []),
    {
      value: 'unknown',
      label: 'Unknown, allow again',
      help: 'Nobody can find out. Causeway warns anyone who makes the same request; they may create a second one.',
    },
  ],
});

const aboutOne = [
  'The computer that began this request was not seen since, and reported no outcome. The request may have been carried out. Causeway never resends it automatically, there or here.',
  'Ask the service’s support first. A request that was cut off may still complete minutes later.',
];
const aboutSeveral = [
  'The computers that began these requests were not seen since, and reported no outcomes. Each request may have been carried out. Causeway never resends one automatically, there or here.',
  'Ask the service’s support about each of them first. A request that was cut off may still complete minutes later.',
];

/** Throws Failed INVALID where none of them can be resolved. */
export async function resolveDocument(
  team: () => Team,
  claims: readonly string[],
): Promise<Confirmation> {
  const requests = await team().requestsToResolve(claims);
  const isOne = requests.length === 1;
  return {
    title: isOne ? 'Resolve a request of another computer' : `Resolve ${requests.length} requests`,
    facts: [
      profileFact(team()),
      ...requests
        .slice(0, MOST_NAMED)
        .map((request) => [labelOf(request), factOf(request)] as const),
      ...(requests.length > MOST_NAMED
        ? [['More', `${requests.length - MOST_NAMED} requests`] as const]
        : []),
    ],
    paragraphs: [
      ...(isOne ? aboutOne : aboutSeveral),
      'Everyone in the team sees your statement, with your name. Causeway shows it to anyone who makes the same request, and asks them to confirm. If the computer comes back, its own outcome is shown beside your statement, and a difference is pointed out.',
    ],
    fields: [
      outcomeField(isOne),
      ...(isOne
        ? [
            {
              name: 'id',
              label: 'ID',
              isOpen: true,
              isOptional: true,
              help: 'The ID of the created record. Leave it empty for another outcome.',
            },
          ]
        : []),
      {
        name: 'checked',
        label: 'What you checked at the service',
        isOpen: true,
        isLong: true,
        help: 'For example where you looked, and when. No personal data: it stays in the team’s log.',
      },
      {
        name: 'reason',
        label: 'Reason',
        isOpen: true,
        isLong: true,
        help: 'For example why that computer does not come back. No personal data here either.',
      },
    ],
    button: isOne ? 'Resolve request' : 'Resolve requests',
    lastsMs,
    async act(fields) {
      const { settled, isSent } = await team().resolve(
        requests.map(({ claim }) => claim),
        readStatement(fields, isOne),
      );
      return {
        title: 'Resolved',
        sentence:
          settled.length === 1
            ? `The request is resolved for the team. No request was sent.${later(isSent)}`
            : `${settled.length} requests are resolved for the team. No request was sent.${later(isSent)}`,
      };
    },
  };
}

const labelOf = ({ operation }: ColleagueRequest): string =>
  operation === null ? 'Request' : `Create ${writes[operation].noun}`;

const withId = (words: string, id: string | null): string =>
  id === null ? words : `${words}, ${id}`;

function factOf({ about, computer, person, at, seenAt, outcome, statements }: ColleagueRequest) {
  const who = [person, `on “${computer}”`].filter(Boolean).join(' ');
  const seen = seenAt === null ? 'never seen' : `last seen ${longInstant(seenAt)}`;
  const came =
    outcome === null
      ? []
      : [`outcome there: ${withId(outcomesThere[outcome.state], outcome.resourceId)}`];
  const said = statements.map(
    ({ verdict, resourceId }) =>
      `resolved before: ${withId(statementNames[verdict].toLowerCase(), resourceId)}`,
  );
  return [
    about ?? 'content not readable now',
    `${who} at ${longInstant(at)}`,
    seen,
    ...came,
    ...said,
  ].join(' · ');
}

/** Throws Failed INVALID. */
function readStatement(fields: URLSearchParams, isOne: boolean) {
  const read = (name: string) => (fields.get(name) ?? '').trim();
  const verdict = (['absent', 'exists', 'unknown'] as const).find((one) => one === read('verdict'));
  if (verdict === undefined || (verdict === 'exists' && !isOne))
    throw invalid('Select an outcome.');
  const id = read('id');
  if ((verdict === 'exists') !== (id !== ''))
    throw invalid(
      verdict === 'exists'
        ? 'Enter the ID of the created record.'
        : 'Leave the ID empty, or select Created.',
    );
  if (id.length > 200) throw invalid('Enter the ID alone.');
  return {
    verdict,
    resourceId: id === '' ? null : id,
    checked: noteOf(read('checked'), 'what you checked'),
    reason: noteOf(read('reason'), 'a reason'),
  };
}

function noteOf(text: string, what: string): string {
  if (text === '') throw invalid(`Enter ${what}.`);
  if (text.length > 2_000) throw invalid('Enter a shorter text: 2,000 characters at most.');
  return text;
}
