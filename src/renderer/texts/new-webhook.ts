/** Words of the forms that add a webhook. */
export const newWebhookTexts = {
  title: 'New webhook',
  back: 'Back to webhooks',
  lead: 'The service will send every event that you choose to the URL.',
  fields: { name: 'Name', description: 'Description', url: 'URL', events: 'Events' },
  descriptionHelp: 'Optional. For people; the service only keeps it.',

  places: {
    left: (known: number, limit: number, left: number) =>
      left === 0
        ? `${known} of ${limit} known: no place is left.`
        : `${known} of ${limit} known: ${left === 1 ? '1 place' : `${left} places`} left, as far as is known here.`,
    mayExist: (count: number) =>
      count === 1
        ? 'One more was sent without a usable answer and may take a place.'
        : `${count} more were sent without a usable answer and may take places.`,
    full: 'The service refuses more than ten, and its interface has no delete. Use one that you have, or ask the service to take one away.',
    failed: 'What there is to know before a place is taken could not be read',
    looking: 'Looking at your webhooks and proving the open tunnels…',
  },

  reuse: {
    title: 'One that you have would do',
    open: 'Use this one',
  },

  url: {
    help: 'Where the service sends to. It must begin with https://',
    offered: 'Ways in to this computer',
    use: 'Use this address',
    used: 'In use',
    lasts: 'stays the same after a restart',
    changes: 'will change after a restart; the webhook can’t follow',
    none: 'No tunnel is proven now, so no address of this computer can be offered.',
    openTunnels: 'Go to tunnels',
    again: 'Prove again',
    elsewhere:
      'This leads to no path of this computer. What is delivered there can’t be seen or proved here.',
    trimmed: 'Spaces were taken out.',
  },

  events: {
    search: 'Search events',
    all: 'All',
    none: 'None',
    chosen: (count: number, of: number) => `${count} of ${of} chosen`,
    noMatch: 'No event matches.',
    group: (name: string) => `All of ${name}`,
    unlisted: 'not in the service’s list, but seen in one of its events',
  },

  problems: {
    name: 'is needed: what this webhook is called',
    url: 'needs an address that begins with https://, for example https://hooks.example.com/in',
    urlCredentials: 'must not carry a user name or password',
    events: 'choose at least one event',
  },

  check: {
    title: 'Review',
    secretHint:
      'The service answers with a secret, once. It is stored encrypted in the same moment as the answer; if the answer is lost on the way, the secret is lost with it.',
    irreversible: (left: number | null) =>
      left === 1
        ? 'This takes the last place that is left, for good: nothing here can change or delete a webhook.'
        : 'This takes one of ten places for good: nothing here can change or delete a webhook.',
    action: 'Create webhook',
    doesNotLast: 'This address will change, and then the webhook delivers nothing any more.',
  },

  unknown: {
    title: 'The webhook may exist',
    body: 'If it does, it takes one of the ten places and its secret is gone for good, because the service gives it only in that answer. What it delivers can’t be proved.',
    what: 'Look whether it exists at the service. If it does, ask the service to take it away; then create another.',
    see: 'See it among the webhooks',
  },

  existing: {
    title: 'Import webhook',
    lead: 'For a webhook that was made elsewhere. Nothing is sent to the service and no place is taken. Its deliveries can be proved here when its URL leads to this computer.',
    several: 'Several, or as JSON or CSV without the secret',
    id: 'Webhook id',
    idHelp: 'Begins with webhook_',
    name: 'Name',
    nameHelp: 'Optional',
    url: 'URL',
    urlHelp: 'As it is registered at the service.',
    secretHint:
      'The secret is typed in a window of its own that posts it straight to the vault. This page never sees it.',
    action: 'Enter secret',
    added: (name: string) => `${name} is added and its secret is held.`,
    open: 'Open the webhook',
    problems: {
      id: 'needs an id that begins with webhook_',
      url: 'needs an address that begins with https://',
    },
  },
} as const;
