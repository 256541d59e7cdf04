/** Whatever is sent, our sandbox answers in a form of the interface, and never with a 5xx. */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorEnvelope } from '../../src/contract/envelope.ts';
import { generalError, validationError } from '../../src/contract/errors.ts';
import { requestExamples } from '../../src/contract/examples.ts';
import { operations } from '../../src/contract/operations.ts';
import { type Answer, type Client, createClient } from './client.ts';
import { type OwnSandbox, startOwnSandbox } from './start-own-sandbox.ts';

type Writing = keyof typeof requestExamples;
const writing = Object.keys(requestExamples) as Writing[];

const hasForm = (version: 'v1' | 'v2', { json }: Answer): boolean =>
  (version === 'v1' ? [errorEnvelope] : [validationError, generalError]).some(
    (form) => form.safeParse(json).success,
  );

/** The example with some of its fields replaced by anything. */
const spoiled = (example: object) =>
  fc
    .dictionary(fc.constantFrom(...Object.keys(example), 'other'), fc.jsonValue({ maxDepth: 3 }), {
      maxKeys: 3,
    })
    .map((changes) => ({ ...example, ...changes }));

describe('our sandbox, whatever it is sent', () => {
  let own: OwnSandbox;
  let client: Client;
  beforeAll(async () => {
    own = await startOwnSandbox();
    client = createClient(own.options.baseUrl, own.options.token);
  });
  afterAll(async () => {
    await own.stop();
  });

  it.each(writing)('as the body of %s, creates or refuses in a known form', async (name) => {
    const { path, version, response } = operations[name];
    const bodies = fc.oneof(
      { weight: 3, arbitrary: spoiled(requestExamples[name]) },
      { weight: 1, arbitrary: fc.jsonValue().map((value) => JSON.stringify(value)) },
      { weight: 1, arbitrary: fc.string({ unit: 'binary' }) },
    );
    await fc.assert(
      fc.asyncProperty(bodies, async (body) => {
        const answer = await client.call('POST', path, { body });
        expect(answer.status).toBeLessThan(500);
        if (answer.status >= 400) expect(hasForm(version, answer)).toBe(true);
        else expect(response.safeParse(answer.json).success).toBe(true);
      }),
      { numRuns: 150 },
    );
  });

  it('as an id in a path, refuses in a known form', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', minLength: 1 }), async (text) => {
        const id = encodeURIComponent(text.toWellFormed());
        const event = await client.call('GET', `/v1/event/${id}`);
        const account = await client.call('GET', `/v2/customers/${id}/bank-account/${id}`);
        for (const { status } of [event, account]) expect([400, 404]).toContain(status);
        expect(hasForm('v1', event)).toBe(true);
        expect(hasForm('v2', account)).toBe(true);
      }),
      { numRuns: 100 },
    );
  });
});
