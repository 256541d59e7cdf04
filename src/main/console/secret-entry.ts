/**
 * Where secrets come in, and where a person confirms. A ticket (128 random bits, five minutes, one
 * success) names a document in a window of its own; it posts to main and says what came of it. No secret
 * that was typed ever goes back out: of a form that was refused, open fields and choices alone are put
 * back into it. The page knows the ticket, so a form carries a second number that stands
 * in its document alone: whoever can't read the document can't press its button.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { TunnelSecretName } from '../../bridge/tunnels.ts';
import type { SecretEntryPurpose } from '../../bridge/vault.ts';
import type { Clock } from '../../platform/clock.ts';
import { type Random, randomHex } from '../../platform/random.ts';
import type { Confirmation, Confirmed } from '../core/feature/confirmation.ts';
import type { Log } from '../core/foundation/log.ts';
import { Failed, invalid } from '../core/intents/failed.ts';
import { ProfileError } from '../core/profiles/profile-file.ts';
import { VaultError } from '../core/vault/vault-error.ts';
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
import {
  cancelField,
  formKeyField,
  readingMs,
  type SecretForm,
  secretFormPage,
  secretNoticePage,
  secretShownPage,
} from './secret-page.ts';

export interface SecretEntry {
  /** A new ticket for this purpose. Throws Failed while too many documents are looked at. */
  issue(purpose: SecretEntryPurpose): string;
  /** As `issue`, for a document in which a person confirms. */
  issueConfirmation(confirmation: Confirmation): string;
  /** No document that was opened so far can be read or answered any more. */
  forget(): void;
  /** HTML of the document, its styles under the nonce; null when the ticket is spent or unknown. */
  page(ticket: string, nonce: string): string | null;
  /** Its window came up only now. */
  shown(ticket: string): void;
  /** A person answered or left it, so that its window asks nothing more. */
  isDone(ticket: string): boolean;
  /** Its document can still be answered. */
  isWaiting(ticket: string): boolean;
  /** Nobody looks at it any more: it can't be read or answered from now on. */
  closed(ticket: string): void;
  /** Takes what was posted; HTML that says what came of it, null as above. */
  submit(ticket: string, fields: URLSearchParams, nonce: string): Promise<string | null>;
  /** HTML for whoever comes with a ticket that is spent or unknown: the same for all. */
  gonePage(nonce: string): string;
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
  /** Tells how long a document has been shown. */
  readonly steady: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly actions: SecretActions;
  /** The profile that a token or a webhook's secret is for; null when it is not there. */
  readonly target: (profileId: string) => TokenTarget | null;
  /** Where a secret of a tunnel goes: names and values, none when the tunnel is not there. */
  readonly tunnelFacts: (tunnelId: string, name: TunnelSecretName) => SecretForm['facts'];
  /** Opened by a document, prints it; null where the host can't. */
  readonly printUrl: string | null;
  /** Somebody reads a document or answers it. */
  readonly onUse: () => void;
}

/** How long a ticket waits, in milliseconds. */
export const ticketLifetime = 5 * 60_000;
/** Tries of one ticket; guessing takes a new one from the page each time. */
const maxTries = 10;
/** Tickets that wait at one time; the oldest goes first that nobody looks at. */
const maxTickets = 32;

interface Confirming {
  readonly purpose: 'confirm';
  readonly confirmation: Confirmation;
}

interface Ticket {
  purpose: SecretEntryPurpose | Confirming;
  /** What the form in the document carries: 128 random bits. */
  formKey: string;
  /** When the document was shown, last, by the steady clock. */
  shownAt: number;
  /** Somebody may be looking at it. */
  isServed: boolean;
  /** The profile of a token or a webhook's secret, as it was when the document was asked for. */
  readonly target: TokenTarget | null;
  expires: number;
  /** Runs what is done with it as the call that asked for it, for the profile of that call. */
  readonly asAsked: <Result>(work: () => Result) => Result;
  tries: number;
  /** What the step before has done. */
  done: string | null;
  /** Under way: a second click does it no second time, and gets the same page. */
  underWay: Promise<Rendered> | null;
}

export function createSecretEntry(options: SecretEntryOptions): SecretEntry {
  const { clock, steady, random, log, actions, target, tunnelFacts, printUrl, onUse } = options;
  const tickets = new Map<string, Ticket>();
  /** Whose windows may still be there. */
  const ended = new Set<string>();
  /** What was posted last, and what came of it, for as long as the second click of a double one takes. */
  let answered: { posted: string; rendered: Rendered; at: number } | null = null;

  const find = (id: string): Ticket | null => {
    const ticket = tickets.get(id);
    if (ticket === undefined) return null;
    if (clock.now() < ticket.expires) return ticket;
    tickets.delete(id);
    return null;
  };

  const targetOf = (purpose: Ticket['purpose']): TokenTarget | null =>
    purpose.purpose === 'token' || purpose.purpose === 'webhook-secret'
      ? target(purpose.profileId)
      : null;

  const formOf = ({ purpose, target: shown }: Pick<Ticket, 'purpose' | 'target'>): SecretForm => {
    if (purpose.purpose === 'confirm') {
      const { paragraphs, ...confirmation } = purpose.confirmation;
      return { fields: [], ...confirmation, paragraphs: [...paragraphs, wayOut] };
    }
    const form = formFor(purpose, shown);
    if (purpose.purpose !== 'tunnel-secret') return form;
    const facts = tunnelFacts(purpose.tunnelId, purpose.secret);
    return facts === undefined ? form : { ...form, facts };
  };
  const form = (
    ticket: Ticket,
    problem: string | null,
    nonce: string,
    typed: URLSearchParams | null = null,
  ): string =>
    secretFormPage(
      { ...formOf(ticket), formKey: ticket.formKey, problem, typed, done: ticket.done, printUrl },
      nonce,
    );

  const act = async ({ purpose, ...shown }: Ticket, fields: URLSearchParams): Promise<Came> => {
    const done = async (typed: Typed, action: (value: string) => Promise<string>): Promise<Came> =>
      typed.ok ? { ok: true, confirmed: { sentence: await action(typed.value) } } : typed;
    switch (purpose.purpose) {
      case 'token':
        if (targetOf(purpose)?.baseUrl !== shown.target?.baseUrl) return elsewhere;
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
      case 'confirm':
        return { ok: true, confirmed: await purpose.confirmation.act(fields) };
    }
  };

  const attempt = async (ticket: Ticket, fields: URLSearchParams): Promise<Came> => {
    try {
      return await act(ticket, fields);
    } catch (error) {
      if (isTold(error)) {
        return { ok: false, problem: error.message };
      }
      log.error(
        { err: error, purpose: ticket.purpose.purpose },
        'a document could not be taken in',
      );
      return { ok: false, problem: failedWords };
    }
  };

  /** A double click or a row of keys that began in the page ends before anybody can have read this. */
  const isEarly = (ticket: Ticket): boolean => {
    const now = steady.now();
    const early = now - ticket.shownAt < readingMs;
    if (early) ticket.shownAt = now;
    return early;
  };

  const expiryOf = (purpose: Ticket['purpose']): number => {
    const lastsMs = purpose.purpose === 'confirm' ? purpose.confirmation.lastsMs : undefined;
    return clock.now() + (lastsMs ?? ticketLifetime);
  };

  /** The same window asks the next question, as a document of its own. */
  const goOn = (ticket: Ticket, confirmation: Confirmation, done: string | null): void => {
    ticket.purpose = { purpose: 'confirm', confirmation };
    ticket.formKey = randomHex(random, 16);
    ticket.expires = expiryOf(ticket.purpose);
    ticket.tries = 0;
    ticket.done = done;
    ticket.shownAt = steady.now();
  };

  const makeRoom = (): void => {
    const waiting = [...tickets.keys()].filter((id) => find(id) !== null);
    if (waiting.length < maxTickets) return;
    const unread = waiting.find((id) => tickets.get(id)?.isServed === false);
    if (unread === undefined) {
      const sentence = `${maxTickets} windows wait for your answer already. Answer one, then try again.`;
      throw invalid(sentence, 'too-many-open', true);
    }
    tickets.delete(unread);
  };

  const issue = (purpose: Ticket['purpose']): string => {
    makeRoom();
    const id = randomHex(random, 16);
    const formKey = randomHex(random, 16);
    const expires = expiryOf(purpose);
    const asAsked = AsyncLocalStorage.snapshot();
    const shown = targetOf(purpose);
    tickets.set(id, {
      purpose,
      formKey,
      shownAt: steady.now(),
      isServed: false,
      target: shown,
      expires,
      asAsked,
      tries: 0,
      done: null,
      underWay: null,
    });
    return id;
  };

  const end = (id: string): void => {
    tickets.delete(id);
    ended.add(id);
  };

  const answer = async (id: string, ticket: Ticket, fields: URLSearchParams): Promise<Rendered> => {
    ticket.tries += 1;
    const result = await ticket.asAsked(() => attempt(ticket, fields));
    if (result.ok) {
      const { confirmed } = result;
      if ('next' in confirmed) {
        goOn(ticket, confirmed.next, confirmed.done ?? null);
        return (nonce) => form(ticket, null, nonce);
      }
      end(id);
      return (nonce) => lastPage(ticket, confirmed, nonce);
    }
    if (ticket.tries < maxTries) return (nonce) => form(ticket, result.problem, nonce, fields);
    end(id);
    return (nonce) => refusedPage(result.problem, nonce);
  };

  return {
    issue,
    issueConfirmation: (confirmation) => issue({ purpose: 'confirm', confirmation }),

    forget() {
      tickets.clear();
      answered = null;
    },

    page(id, nonce) {
      const ticket = find(id);
      if (ticket === null) return null;
      ticket.shownAt = steady.now();
      ticket.isServed = true;
      onUse();
      return form(ticket, null, nonce);
    },

    shown(id) {
      const ticket = find(id);
      if (ticket !== null) ticket.shownAt = steady.now();
    },

    isDone: (id) => ended.has(id),

    isWaiting: (id) => find(id) !== null,

    closed(id) {
      tickets.delete(id);
      ended.delete(id);
    },

    async submit(id, fields, nonce) {
      const posted = `${id} ${fields.get(formKeyField)}`;
      if (answered?.posted === posted && steady.now() - answered.at < readingMs)
        return answered.rendered(nonce);
      const ticket = find(id);
      if (ticket === null) return null;
      if (fields.get(formKeyField) !== ticket.formKey) return null;
      onUse();
      if (ticket.underWay === null && fields.has(cancelField)) {
        end(id);
        return cancelledPage(ticket, nonce);
      }
      if (ticket.underWay === null && isEarly(ticket))
        return form(ticket, 'Read this first, then confirm.', nonce, fields);
      ticket.underWay ??= answer(id, ticket, fields).finally(() => {
        ticket.underWay = null;
      });
      const rendered = await ticket.underWay;
      answered = { posted, rendered, at: steady.now() };
      setTimeout(() => {
        if (answered?.posted === posted) answered = null;
      }, readingMs).unref();
      return rendered(nonce);
    },

    gonePage: (nonce) => secretNoticePage(gone, nonce),
  };
}

type Came =
  | { readonly ok: true; readonly confirmed: Confirmed }
  | { readonly ok: false; readonly problem: string };

/** A page of what came of it, its styles under the nonce. */
type Rendered = (nonce: string) => string;

/** What failed may have been done before it failed. */
const failedWords =
  'Causeway failed. Some of the changes may be saved. Check in Causeway before you try again.';

const elsewhere: Came = {
  ok: false,
  problem: 'The base URL of this profile was changed meanwhile. Start again in Causeway.',
};

const gone = {
  title: 'This window has expired',
  paragraphs: [
    'Nothing was taken from it just now. A window can be answered once, and only for a few minutes.',
    'Close it and check in Causeway whether the change is there. If it is not, start again there.',
  ],
};

const wayOut = 'If you did not start this, select Cancel. Nothing changes then.';

function cancelledPage({ done }: Ticket, nonce: string): string {
  const paragraphs = [done ?? 'Nothing was changed.', 'You can close this window.'];
  // What was cancelled is the next step alone.
  const title = done === null ? 'Cancelled' : 'Nothing else was changed';
  return secretNoticePage({ title, paragraphs }, nonce);
}

function refusedPage(problem: string, nonce: string): string {
  const last = 'This was the last attempt in this window. Start again in Causeway.';
  return secretNoticePage({ title: 'Not accepted', paragraphs: [problem, last] }, nonce);
}

function lastPage(
  { purpose }: Ticket,
  confirmed: Exclude<Confirmed, { next: Confirmation }>,
  nonce: string,
): string {
  if ('secret' in confirmed) {
    const title = purpose.purpose === 'confirm' ? purpose.confirmation.title : 'Done';
    return secretShownPage({ title, ...confirmed }, nonce);
  }
  const closing = 'You can close this window and continue in Causeway.';
  const { title = 'Done', sentence, words } = confirmed;
  const notice = { title, paragraphs: [sentence, closing] };
  return secretNoticePage(words === undefined ? notice : { ...notice, words }, nonce);
}

/** Errors of the modules that say in a sentence what is the matter. */
const isTold = (error: unknown): error is Error =>
  error instanceof VaultError || error instanceof ProfileError || error instanceof Failed;
