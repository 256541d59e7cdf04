/** Before any case is run: whether the server answers at all, and takes the token. */
import { isTokenRefused } from './checks.ts';
import { createClient } from './client.ts';
import { Violation } from './outcome.ts';
import type { ConformanceOptions } from './run-conformance.ts';

/** Nothing that is found out about such a server says anything about it. */
export class Untestable extends Error {}

/** @throws Untestable */
export async function requireTestable({ baseUrl, token }: ConformanceOptions): Promise<void> {
  const client = createClient(baseUrl, token);
  const answer = await client
    .call('GET', '/v1/event/event_conformance0')
    .catch((error: unknown) => {
      if (error instanceof Violation) throw new Untestable(`No answer at ${baseUrl}.`);
      return null;
    });
  if (answer !== null && isTokenRefused(answer)) {
    throw new Untestable('The server refuses this token.');
  }
}
