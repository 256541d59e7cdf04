/**
 * Where secrets come in. A ticket (128 random bits, five minutes, one success) names a document in a
 * window of its own; it posts to main and says what came of it. Nothing typed ever goes back out.
 */
import type { TunnelSecretName } from '../../bridge/tunnels.ts';
import type { SecretEntryPurpose } from '../../bridge/vault.ts';
import type { Clock } from '../foundation/clock.ts';
import type { Log } from '../foundation/log.ts';
import { type Random, randomHex } from '../foundation/random.ts';
import { Failed } from '../intents/failed.ts';
import { ProfileError } from '../profiles/profile-error.ts';
import { VaultError } from '../vault/vault-error.ts';
import {
  formFor,
  readNewPassphrase,
  readPassphrase,
  readToken,
  readTunnelSecret,
  readWebhookSecret,
  type TokenTarget,
  type Typed,
} from './secret-forms.ts';
import { secretFormPage, secretNoticePage, secretShownPage } from './secret-page.ts';

export interface SecretEntry {
  /** A new ticket for this purpose. */
  issue(purpose: SecretEntryPurpose): string;
  /** A ticket for a document that shows a secret once, after a person asked for it there. */
  issueReveal(reveal: Reveal): string;
  /** HTML of the document, its styles under the nonce; null when the ticket is spent or unknown. */
  page(ticket: string, nonce: string): string | null;
  /** Takes what was posted; HTML that says what came of it, null as above. */
  submit(ticket: string, fields: URLSearchParams, nonce: string): Promise<string | null>;
}

/** A secret that may be shown once. */
export interface Reveal {
  readonly title: string;
  readonly paragraphs: readonly string[];
  readonly label: string;
  /** Asked for at the moment of showing. Throws Failed. */
  secret(): string;
}

/** What is done with a secret. Each gives the sentence for the last page. */
export interface SecretActions {
  keepToken(profileId: string, token: string): Promise<string>;
  createPassphrase(passphrase: string): Promise<string>;
  unlock(passphrase: string): Promise<string>;
  keepWebhookSecret(webhook: WebhookPurpose, secret: string): Promise<string>;
  keepTunnelSecret(tunnelId: string, name: TunnelSecretName, secret: string): Promise<string>;
}

type WebhookPurpose = Extract<SecretEntryPurpose, { purpose: 'webhook-secret' }>;

export interface SecretEntryOptions {
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly actions: SecretActions;
  /** The profile that a token is for; null when it is not there. */
  readonly target: (profileId: string) => TokenTarget | null;
}

/** How long a ticket waits, in milliseconds. */
export const ticketLifetime = 5 * 60_000;
/** Tries of one ticket; guessing takes a new one from the page each time. */
const mostTries = 10;
/** Tickets that wait at one time; the oldest goes first. */
const mostTickets = 32;

interface Ticket {
  readonly purpose: SecretEntryPurpose | { readonly purpose: 'reveal'; readonly reveal: Reveal };
  readonly expires: number;
  tries: number;
  /** Being worked on: a second click must not do it twice. */
  isBusy: boolean;
}

export function createSecretEntry(options: SecretEntryOptions): SecretEntry {
  const { clock, random, log, actions, target } = options;
  const tickets = new Map<string, Ticket>();

  const find = (id: string): Ticket | null => {
    const ticket = tickets.get(id);
    if (ticket === undefined) return null;
    if (clock.now() < ticket.expires) return ticket;
    tickets.delete(id);
    return null;
  };

  const form = ({ purpose }: Ticket, problem: string | null, nonce: string): string => {
    if (purpose.purpose === 'reveal') {
      const { title, paragraphs } = purpose.reveal;
      return secretFormPage({ title, paragraphs, fields: [], button: 'Show once', problem }, nonce);
    }
    const wanted = purpose.purpose === 'token' ? target(purpose.profileId) : null;
    return secretFormPage({ ...formFor(purpose, wanted), problem }, nonce);
  };

  const act = async ({ purpose }: Ticket, fields: URLSearchParams): Promise<Typed> => {
    const done = async (typed: Typed, action: (value: string) => Promise<string>) =>
      typed.ok ? { ok: true as const, value: await action(typed.value) } : typed;
    switch (purpose.purpose) {
      case 'token':
        return done(readToken(fields), (token) => actions.keepToken(purpose.profileId, token));
      case 'new-passphrase':
        return done(readNewPassphrase(fields), actions.createPassphrase);
      case 'passphrase':
        return done(readPassphrase(fields), actions.unlock);
      case 'webhook-secret':
        return done(readWebhookSecret(fields), (secret) =>
          actions.keepWebhookSecret(purpose, secret),
        );
      case 'tunnel-secret':
        return done(readTunnelSecret(fields), (secret) =>
          actions.keepTunnelSecret(purpose.tunnelId, purpose.secret, secret),
        );
      case 'reveal':
        return { ok: true, value: purpose.reveal.secret() };
    }
  };

  const attempt = async (ticket: Ticket, fields: URLSearchParams): Promise<Typed> => {
    try {
      return await act(ticket, fields);
    } catch (error) {
      if (isTold(error)) {
        return { ok: false, problem: error.message };
      }
      log.error({ err: error, purpose: ticket.purpose.purpose }, 'a secret could not be taken in');
      return { ok: false, problem: 'That failed inside Causeway. Nothing was kept.' };
    }
  };

  const issue = (purpose: Ticket['purpose']): string => {
    const id = randomHex(random, 16);
    tickets.set(id, { purpose, expires: clock.now() + ticketLifetime, tries: 0, isBusy: false });
    const [oldest] = tickets.keys();
    if (tickets.size > mostTickets && oldest !== undefined) tickets.delete(oldest);
    return id;
  };

  return {
    issue,
    issueReveal: (reveal) => issue({ purpose: 'reveal', reveal }),

    page(id, nonce) {
      const ticket = find(id);
      return ticket === null ? null : form(ticket, null, nonce);
    },

    async submit(id, fields, nonce) {
      const ticket = find(id);
      if (ticket === null || ticket.isBusy) return null;
      ticket.isBusy = true;
      ticket.tries += 1;
      const result = await attempt(ticket, fields);
      ticket.isBusy = false;
      const closing = 'You can close this window and go on in Causeway.';
      if (result.ok) {
        tickets.delete(id);
        if (ticket.purpose.purpose === 'reveal') {
          return secretShownPage({ ...ticket.purpose.reveal, secret: result.value }, nonce);
        }
        return secretNoticePage({ title: 'Done', paragraphs: [result.value, closing] }, nonce);
      }
      if (ticket.tries < mostTries) return form(ticket, result.problem, nonce);
      tickets.delete(id);
      const paragraphs = [result.problem, 'That was the last try here. Begin again in Causeway.'];
      return secretNoticePage({ title: 'Not taken', paragraphs }, nonce);
    },
  };
}

/** Errors of the rooms that say in a sentence what is the matter. */
const isTold = (error: unknown): error is Error =>
  error instanceof VaultError || error instanceof ProfileError || error instanceof Failed;
