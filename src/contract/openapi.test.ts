import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { eventNames } from './event-names.ts';
import { payloadExamples, requestExamples, responseExamples } from './examples.ts';
import { observedCriteria, observedStatuses } from './observed.ts';
import { openApiDocument } from './openapi.ts';
import { type Operation, type OperationName, operations } from './operations.ts';
import { emailPattern } from './patterns.ts';
import { refusalKinds, refusalsOf } from './refusals.ts';

const names = Object.keys(operations) as OperationName[];
const json = z.record(z.string(), z.unknown());
const responses = z.record(z.string(), z.looseObject({ $ref: z.string().optional() }));
const operationObject = z.looseObject({
  operationId: z.string(),
  parameters: z.array(z.looseObject({ name: z.string(), example: z.string() })).optional(),
  responses,
});
const documentObject = z.looseObject({
  openapi: z.string(),
  paths: z.record(z.string(), z.record(z.string(), operationObject)),
  webhooks: json,
  components: z.looseObject({ schemas: json, responses: json }),
});

describe('the OpenAPI document', () => {
  let document: z.infer<typeof documentObject>;
  beforeAll(() => {
    document = documentObject.parse(JSON.parse(JSON.stringify(openApiDocument())));
  });

  it('has the five operations at their paths, each with a token', () => {
    const found = Object.entries(document.paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, { operationId }]) => [operationId, method, path]),
    );
    expect(found).toEqual(
      names.map((name) => [name, operations[name].method.toLowerCase(), operations[name].path]),
    );
    expect(document).toMatchObject({
      security: [{ bearer: [] }],
      components: {
        securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      },
    });
  });

  it.each(names)('gives %s its success and every refusal that it can answer', (name) => {
    const { path, method, successStatus, version }: Operation = operations[name];
    const answers = document.paths[path]?.[method.toLowerCase()]?.responses ?? {};
    const statuses = [successStatus, ...refusalsOf(name).map(([, kind]) => kind.status)];
    expect(Object.keys(answers).map(Number).toSorted()).toEqual(statuses.toSorted());
    for (const [status, answer] of Object.entries(answers)) {
      if (Number(status) >= 400) expect(answer.$ref).toMatch(`#/components/responses/${version}`);
    }
  });

  it('leads somewhere with every reference', () => {
    const text = JSON.stringify(document);
    const targets = [...text.matchAll(/"#\/components\/(\w+)\/(\w+)"/g)];
    expect(targets.length).toBeGreaterThan(40);
    for (const [, kind, target] of targets) {
      expect(document.components).toHaveProperty([kind, target].join('.'));
    }
  });

  it('answers refusals in the form of their version, and 429 with Retry-After', () => {
    const form = (schema: string) => ({
      content: { 'application/json': { schema: { $ref: `#/components/schemas/${schema}` } } },
    });
    expect(document.components.responses).toMatchObject({
      v2Validation: form('ValidationError'),
      v2NotFound: form('GeneralError'),
      v1Validation: form('ErrorEnvelope'),
      v1Conflict: form('ErrorEnvelope'),
      v1TooManyRequests: { headers: { 'retry-after': {} } },
    });
  });

  it('has patterns that tools without classes of Unicode take, and that refuse nothing valid', () => {
    const text = JSON.stringify(document);
    const patterns = [...text.matchAll(/"pattern":("(?:[^"\\]|\\.)*")/g)].map(([, json = '']) =>
      z.string().parse(JSON.parse(json)),
    );
    expect(patterns.filter((pattern) => /\\[pPuU]/.test(pattern))).toEqual([]);
    const email = new RegExp(patterns.find((pattern) => pattern.includes('@')) ?? '');
    for (const valid of ['ada@example.com', '"ada @ home"@example.com', 'ада@пример.испытание']) {
      expect([emailPattern.test(valid), email.test(valid)]).toEqual([true, true]);
    }
    expect(email.test('ada@example')).toBe(false);
    expect(text).not.toMatch(/Interface/);
  });

  it('gives every path parameter an example of its pattern', () => {
    const parameters = Object.values(document.paths)
      .flatMap((item) => Object.values(item))
      .flatMap((operation) => operation.parameters ?? []);
    expect(parameters.map(({ name }) => name)).toEqual([
      'customer_id',
      'bank_account_id',
      'event_id',
    ]);
    for (const { example, schema } of parameters) {
      const { pattern } = z.looseObject({ pattern: z.string() }).parse(schema);
      expect(example).toMatch(new RegExp(pattern));
    }
  });

  it('has a delivery for every event name, with a signature and without a token', () => {
    expect(Object.keys(document.webhooks)).toEqual(eventNames);
    for (const delivery of Object.values(document.webhooks)) {
      expect(delivery).toMatchObject({
        post: { security: [], parameters: [{ in: 'header', name: 'signature', required: true }] },
      });
    }
  });
});

describe('the examples', () => {
  it.each(names)('of %s are what the operation takes and answers', (name) => {
    const { request, response, params }: Operation = operations[name];
    expect(response.parse(responseExamples[name])).toEqual(responseExamples[name]);
    expect(params === null || name.startsWith('get')).toBe(true);
    if (request === null) return;
    const example = requestExamples[name as keyof typeof requestExamples];
    expect(request.parse(example)).toEqual(example);
  });

  it('add up: the total fee is the integrator rate and the platform rate', () => {
    const { fees } = responseExamples.createVirtualAccount;
    const sum = BigInt(fees.integratorFee.bpsRate) + BigInt(fees.platformFee.bpsRate);
    expect(fees.totalBpsRate).toBe(String(sum));
  });

  it('show no criterion and no status but those that were observed', () => {
    const { verificationProfiles } = responseExamples.createCustomer;
    for (const { status, criteria } of verificationProfiles) {
      expect(status).toBe(observedStatuses.verificationProfile);
      for (const name of [...criteria.complete, ...criteria.required]) {
        expect(observedCriteria).toContain(name);
      }
    }
    expect(responseExamples.getBankAccount.status).toBe(observedStatuses.bankAccount);
    expect(responseExamples.createWebhook.data.webhook.status).toBe(observedStatuses.webhook);
  });

  it('show payloads under the key of their kind', () => {
    expect(Object.keys(responseExamples.getEvent.data.event.data)).toEqual(['wallet']);
    expect(Object.keys(payloadExamples)).toEqual(['wallet', 'paymentLink']);
  });
});

describe('refusals', () => {
  it('have a status each, and belong to operations that can meet them', () => {
    const statuses = Object.values(refusalKinds).map(({ status }) => status);
    expect(new Set(statuses).size).toBe(statuses.length);
    expect(refusalsOf('createWebhook').map(([name]) => name)).toContain('conflict');
    expect(refusalsOf('getEvent').map(([name]) => name)).not.toContain('unsupportedMediaType');
    expect(refusalsOf('createCustomer').map(([name]) => name)).not.toContain('notFound');
  });
});
