/** The five operations under their paths, exactly as written (Interface 4, decisions 29). */
import type { OperationName } from '../../contract/operations.ts';
import { operations } from '../../contract/operations.ts';
import { createCustomer } from '../operations/create-customer.ts';
import { createVirtualAccount } from '../operations/create-virtual-account.ts';
import { createWebhook } from '../operations/create-webhook.ts';
import { getBankAccount } from '../operations/get-bank-account.ts';
import { getEvent } from '../operations/get-event.ts';
import type { Operate } from '../operations/operation.ts';
import type { Version } from './answers.ts';
import { refusals } from './refusal.ts';

export interface Route {
  readonly name: OperationName;
  readonly version: Version;
  readonly method: 'GET' | 'POST';
  readonly operate: Operate;
}

export interface MatchedRoute {
  readonly route: Route;
  readonly params: Readonly<Record<string, string>>;
}

const implementations: Readonly<Record<OperationName, Operate>> = {
  createCustomer,
  createVirtualAccount,
  getBankAccount,
  createWebhook,
  getEvent,
};

interface Pattern {
  readonly route: Route;
  readonly expression: RegExp;
}

const NO_PARAMS: Readonly<Record<string, string>> = {};

/** The error form of a path, known or not. */
export const versionOf = (path: string): Version => (path.startsWith('/v1/') ? 'v1' : 'v2');

export function createRoutes() {
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
