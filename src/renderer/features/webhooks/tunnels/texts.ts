/** Texts of tunnels and the receiver. */
export const tunnelTexts = {
  lead: 'A tunnel connects a public URL to this computer. It counts as working only while test requests come back.',
  add: 'Add tunnel',
  listLabel: 'Tunnels',
  failed: 'The tunnels can’t be read',
  empty: {
    title: 'No tunnels yet',
    body: 'Without a tunnel, deliveries from the service can’t reach this computer.',
    atRelay:
      'This profile’s webhooks are received by the team’s relay. A tunnel is needed only for a webhook at a URL of this computer.',
  },
  unavailable: 'Not available on this computer',

  receiver: {
    title: 'Receiver',
    listening: (origin: string) => `Listening on ${origin}, on this computer only.`,
    off: 'Not listening',
    offHint:
      'To use another port, quit Causeway and change receiver.json in its data folder. A reverse proxy then has to point to the new port.',
    portHint: 'The port stays the same, so a reverse proxy can point to it permanently.',
    writer: {
      failing: 'Deliveries can’t be stored',
      restarting: 'Storage of deliveries is restarting',
    },
    writerToDo: {
      failing:
        'Causeway acknowledges only stored deliveries and asks the service to send the others again. Free space on the disk with Causeway’s data, and check that Causeway can write to it.',
      restarting:
        'Causeway acknowledges only stored deliveries and asks the service to send the others again. This takes a moment. If it lasts, restart Causeway.',
    },
    since: 'Since',
    restarted: (times: number) =>
      times === 1
        ? 'Storage of deliveries stopped once and restarted. All acknowledged deliveries are stored.'
        : `Storage of deliveries stopped ${times} times and restarted. All acknowledged deliveries are stored.`,
    nothingDropped: 'No requests rejected since Causeway started',
    droppedLabel: 'Rejected requests',
    droppedLead: 'Requests rejected since Causeway started',
    perWebhook:
      'These counts cover every request to this computer, from any sender. The page of a webhook shows what was rejected for it.',
    reasons: {
      notDurable: {
        what: 'could not be stored',
        whatToDo:
          'Causeway asked the service to send them again. Free space on the disk with Causeway’s data.',
      },
      holdFull: {
        what: 'received while too many deliveries awaited a secret',
        whatToDo:
          'Causeway asked the service to send them again. Unlock Causeway, or enter the missing secret of the webhook.',
      },
      noRoom: {
        what: 'received while too many requests arrived at once',
        whatToDo:
          'Causeway asked the service to send them again. If the number rises, another sender may be the cause: check the proxy’s log.',
      },
      connectionsRefused: {
        what: 'closed to make room for newer connections: more than 512 were open at once',
        whatToDo:
          'Causeway closes the connections that were idle longest, so deliveries still arrive. If the number rises, limit connections in the proxy, or find out who opens them.',
      },
      timedOut: {
        what: 'too slow (limits: headers 10 s, whole request 30 s)',
        whatToDo:
          'The service may send them again. If the number rises, check for a slow or faulty network or proxy.',
      },
      tooLarge: {
        what: 'larger than 1 MiB',
        whatToDo:
          'Causeway rejects them each time. If a delivery is missing, contact the service’s support.',
      },
      wrongPath: {
        what: 'sent to a URL that belongs to no webhook',
        whatToDo:
          'Usually nothing: strangers guess URLs. Check the URL if someone typed it for a webhook.',
      },
      wrongMethod: {
        what: 'not a delivery (a method other than POST)',
        whatToDo: 'Usually nothing: someone opened the URL in a browser, or a proxy checks it.',
      },
      malformed: {
        what: 'not a valid request',
        whatToDo: 'Usually nothing: scanners send such requests.',
      },
    },
  },

  item: {
    publicOrigin: 'Public URL',
    noOrigin: 'None yet',
    proof: 'Last passed check',
    took: (ms: string) => `came back in ${ms}`,
    never: 'None yet',
    next: 'Next attempt',
    nextProof: 'Next check',
    failures: (count: number) =>
      count === 1 ? '1 failure in a row' : `${count} failures in a row`,
    lasts: 'stays the same after a restart',
    lastsInSession: 'stays the same until this session ends',
    changes: 'changes after a restart',
    changedTitle: 'The public URL changed',
    hostKey: 'Host key',
    pinned: 'Trusted. Causeway refuses any other key.',
    notPinned: 'Causeway shows it to you before it sends anything',
    secretHeld: 'Stored in the vault',
    secretMissing: 'Not entered',
    secretOptional: 'Not entered, needed only for a protected key',
    afterTrust: 'Enter it after you trust the server’s host key',
    keyFile: 'Key file',
    noKeyFile: 'Not set yet',
    chooseKeyFile: 'Set key file',
    enter: 'Enter',
    replace: 'Replace',
    open: 'Open',
    close: 'Close',
    prove: 'Check now',
    remove: 'Remove',
    forget: 'Forget host key',
    trust: 'Trust host key',
    toTrust: 'Compare before you trust it',
  },

  remove: {
    title: 'Remove this tunnel?',
    body: (name: string) =>
      `Causeway closes ${name} and deletes its settings and secrets. Webhooks registered with its URL stop delivering to this computer.`,
    action: 'Remove tunnel',
  },
  form: {
    title: 'Add tunnel',
    kind: 'Type',
    name: 'Name',
    action: 'Add and open tunnel',
    nameProblem: 'Enter a name of 1 to 80 characters.',
  },
} as const;
