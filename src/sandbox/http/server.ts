/** HTTP in and out: routing, authentication, faults, forms. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { jsonContentType } from '../../contract/headers.ts';
import { type OperationName, operations } from '../../contract/operations.ts';
import { isoTime } from '../../platform/clock.ts';
import type { Tokens } from '../auth/tokens.ts';
import { takeFaults } from '../faults/apply.ts';
import type { SandboxLog } from '../log.ts';
import { createCustomer } from '../operations/create-customer.ts';
import { createVirtualAccount } from '../operations/create-virtual-account.ts';
import { createWebhook } from '../operations/create-webhook.ts';
import type { Operate } from '../operations/operation.ts';
import { getBankAccount, getEvent } from '../operations/reads.ts';
import type { Service } from '../service.ts';
import { defaultSettings } from '../state/settings.ts';
import { type Answer, refused, type Stamp, type Version } from './answers.ts';
import { checkContentType, parseJson, readText } from './body.ts';
import type { RateLimit } from './rate-limit.ts';
import { Refusal, refusals } from './refusal.ts';

/** The five operations under their paths, exactly as written (Interface 4, decisions 29). */
interface Route {
  readonly name: OperationName;
  readonly version: Version;
  readonly method: 'GET' | 'POST';
  readonly operate: Operate;
}

interface MatchedRoute {
  readonly route: Route;
  readonly params: Readonly<Record<string, string>>;
}

const implementations: Readonly<Record<OperationName, Operate>> = {
  createCustomer,
  createVirtualAccount,
  createWebhook,
  getBankAccount,
  getEvent,
};

interface Pattern {
  readonly route: Route;
  readonly expression: RegExp;
}

const NO_PARAMS: Readonly<Record<string, string>> = {};

/** The error form of a path, known or not. */
const versionOf = (path: string): Version => (path.startsWith('/v1/') ? 'v1' : 'v2');

function createRoutes() {
  const fixed = new Map<string, Route>();
  const patterns: Pattern[] = [];
  for (const name of Object.keys(operations) as OperationName[]) {
    const { version, method, path } = operations[name];
    const route = { name, version, method, operate: implementations[name] };
    if (path.includes('{')) patterns.push({ route, expression: expressionOf(path) });
    else fixed.set(path, route);
  }

  /** @throws Refusal 404 for an unknown path, 405 for another method. */
  return (method: string, path: string): MatchedRoute => {
    const matched = match(fixed, patterns, path);
    if (matched === null) throw refusals.notFound('Not found');
    if (matched.route.method !== method) throw refusals.methodNotAllowed(matched.route.method);
    return matched;
  };
}

function match(
  fixed: ReadonlyMap<string, Route>,
  patterns: readonly Pattern[],
  path: string,
): MatchedRoute | null {
  const route = fixed.get(path);
  if (route !== undefined) return { route, params: NO_PARAMS };
  for (const pattern of patterns) {
    const groups = pattern.expression.exec(path)?.groups;
    if (groups !== undefined) return { route: pattern.route, params: groups };
  }
  return null;
}

const expressionOf = (path: string): RegExp =>
  new RegExp(`^${path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`);

export interface HandlerParts {
  readonly service: Service;
  readonly tokens: Tokens;
  readonly rateLimit: RateLimit;
  readonly log: SandboxLog;
  /** Handles paths under /sandbox. */
  readonly control: (request: IncomingMessage, path: string) => Promise<Answer>;
}

export type Handler = (request: IncomingMessage, response: ServerResponse) => void;

export const controlPrefix = '/sandbox';

export function createHandler(parts: HandlerParts): Handler {
  const { service, tokens, rateLimit, log, control } = parts;
  const route = createRoutes();

  let timeOf = Number.NaN;
  let ts = '';
  const stampNow = (): Stamp => {
    const now = service.clock.now();
    // Many responses share a millisecond; formatting a date takes longer than comparing it.
    if (now !== timeOf) {
      ts = isoTime(now);
      timeOf = now;
    }
    return { ts, request: service.ids.next('request') };
  };

  const fail = (error: unknown, version: Version, path: string): Answer => {
    // The switches apply only to the service, so that its control plane stays readable.
    const settings = path.startsWith(controlPrefix) ? defaultSettings : service.settings.current;
    if (error instanceof Refusal) return refused(error, version, settings, stampNow());
    log.error('A request failed', {
      path,
      problem: error instanceof Error ? error.name : 'unknown',
    });
    return refused(refusals.internal(), version, settings, stampNow());
  };

  const operate = ({ route: { operate }, params }: MatchedRoute, body: unknown) =>
    operate(service, { params, body, stamp: stampNow });

  const work = (matched: MatchedRoute, request: IncomingMessage): Answer | Promise<Answer> => {
    rateLimit.check();
    if (matched.route.method === 'GET') return operate(matched, undefined);
    checkContentType(request);
    return readText(request).then((text) => operate(matched, parseJson(text)));
  };

  const answerOperation = (
    request: IncomingMessage,
    response: ServerResponse,
    path: string,
  ): Answer | Promise<Answer | null> => {
    const matched = route(request.method ?? '', path);
    const token = bearerToken(request);
    const afterAuthentication = () => {
      const faults = takeFaults(service.faults, matched.route.name);
      return faults === null
        ? work(matched, request)
        : faults(request, response, () => work(matched, request));
    };
    return tokens.isKnownGood(token)
      ? (afterAuthentication() as Answer | Promise<Answer | null>)
      : tokens.verify(token).then(afterAuthentication);
  };

  return (request, response) => {
    const path = pathOf(request.url ?? '/');
    const version = versionOf(path);
    const failed = (error: unknown): void => {
      // The client is gone.
      if (!response.destroyed) send(response, fail(error, version, path));
    };
    try {
      const answer = path.startsWith(controlPrefix)
        ? control(request, path)
        : answerOperation(request, response, path);
      if (answer instanceof Promise) {
        answer.then((it) => {
          if (it !== null) send(response, it);
        }, failed);
      } else send(response, answer);
    } catch (error) {
      failed(error);
    }
  };
}

/**
 * The path without its query, which no operation takes. Percent-encoded letters, digits, `-`, `.`, `_` and
 * `~` are themselves (RFC 3986, 6.2.2.2).
 */
function pathOf(url: string): string {
  const end = url.indexOf('?');
  const path = end === -1 ? url : url.slice(0, end);
  if (!path.includes('%')) return path;
  return path.replaceAll(/%[0-9a-f]{2}/gi, (encoded) => {
    const character = String.fromCharCode(Number.parseInt(encoded.slice(1), 16));
    return /[\w.~-]/.test(character) ? character : encoded;
  });
}

/** @throws Refusal 401. */
function bearerToken(request: IncomingMessage): string {
  const header = request.headers.authorization;
  if (header === undefined) throw refusals.unauthorized('Missing bearer token');
  if (header.startsWith('Bearer ')) return header.slice(7);
  const match = /^bearer +(\S+)$/i.exec(header);
  if (match?.[1] === undefined) throw refusals.unauthorized('Missing bearer token');
  return match[1];
}

function send(response: ServerResponse, answer: Answer): void {
  if (response.destroyed || response.headersSent) return;
  const fields = [
    'content-type',
    answer.contentType ?? jsonContentType,
    'content-length',
    String(Buffer.byteLength(answer.body)),
  ];
  if (answer.headers !== undefined) fields.push(...Object.entries(answer.headers).flat());
  // node:http drains the unread rest of a body; the connection stays open.
  response.writeHead(answer.status, fields);
  response.end(answer.body);
}
