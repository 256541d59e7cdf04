/**
 * The API as an OpenAPI 3.1 document, from the schemas that client and sandbox use. Every body has an
 * example, so mock servers can respond from it.
 */
import { z } from 'zod';
import {
  createDocument,
  type ZodOpenApiMediaTypeObject,
  type ZodOpenApiObject,
  type ZodOpenApiOperationObject,
  type ZodOpenApiPathsObject,
  type ZodOpenApiResponseObject,
  type ZodOpenApiResponsesObject,
} from 'zod-openapi';
import { errorEnvelope } from './envelope.ts';
import { generalError, validationError } from './errors.ts';
import { event, paymentLinkPayload, walletPayload } from './event.ts';
import { eventMeanings, eventNames } from './event-names.ts';
import {
  bareEventExample,
  deliveryExample,
  exampleIds,
  payloadExamples,
  requestExamples,
  responseExamples,
} from './examples.ts';
import { headers } from './headers.ts';
import { type Operation, type OperationName, operations } from './operations.ts';
import { emailPattern, secretPattern } from './patterns.ts';
import { type RefusalKind, type RefusalName, refusalsOf } from './refusals.ts';

const ts = '2026-01-31T12:00:00.000Z';
const operationNames = Object.keys(operations) as OperationName[];

/** Builds the document. Plain data: the same at every call. */
export function openApiDocument(): ReturnType<typeof createDocument> {
  const examples = schemaExamples();
  return createDocument(describeService(), {
    // Some mock servers look for an example in the schema alone, not beside it.
    override: ({ zodSchema, jsonSchema }) => {
      const { pattern, description } = portable(jsonSchema.pattern) ?? jsonSchema;
      if (pattern !== undefined) jsonSchema.pattern = pattern;
      if (description !== undefined) jsonSchema.description ??= description;
      const example = examples.get(zodSchema);
      if (example !== undefined) jsonSchema['example'] = example;
    },
  });
}

interface Portable {
  readonly pattern: string;
  readonly description: string;
}

/**
 * A class of Unicode (`\p{…}`) in a pattern is an error in many tools, or means its letters: such a pattern is
 * given without it, so it allows a little more, and the service decides.
 */
function portable(pattern: string | undefined): Portable | null {
  if (pattern === undefined || !pattern.includes(String.raw`\p{`)) return null;
  if (pattern === secretPattern.source) {
    return {
      pattern: String.raw`^secret_\S{1,4096}$`,
      description: 'Without control and other invisible characters.',
    };
  }
  if (pattern !== emailPattern.source) throw new Error(`No portable form of ${pattern}`);
  return {
    pattern: String.raw`^.+@[^\s@.]+(\.[^\s@.]+)+$`,
    description: 'In any script; the domain has at least two labels.',
  };
}

const schemaExamples = (): ReadonlyMap<unknown, unknown> =>
  new Map<unknown, unknown>([
    ...operationNames.map((name) => [operations[name].response, responseExamples[name]] as const),
    [event, bareEventExample],
    [walletPayload, payloadExamples.wallet],
    [paymentLinkPayload, payloadExamples.paymentLink],
  ]);

function describeService(): ZodOpenApiObject {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Stablecoin on/off-ramp',
      version: '1.0.0',
      description:
        'Converts between fiat money and stablecoins. The version is part of the path: /v1 and /v2 ' +
        "are served side by side. Sections are those of the service's API specification, which Causeway " +
        'does not contain; where it is silent, docs/decisions.md says what is assumed.',
    },
    servers: [
      {
        url: '{baseUrl}',
        description: 'The sandbox and the production environment differ only in host.',
        variables: { baseUrl: { default: 'http://127.0.0.1:4010' } },
      },
    ],
    security: [{ bearer: [] }],
    tags: [
      { name: 'v1', description: 'Webhooks and events' },
      { name: 'v2', description: 'Customers, virtual accounts and bank accounts' },
    ],
    paths: Object.fromEntries(
      operationNames.map((name) => {
        const { method, path } = operations[name];
        return [path, { [method === 'GET' ? 'get' : 'post']: describe(name) }];
      }),
    ),
    webhooks: deliveries(),
    components: {
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description: 'Every operation takes a JWT as bearer token.',
        },
      },
      responses: refusalComponents(),
      schemas: { WalletPayload: walletPayload, PaymentLinkPayload: paymentLinkPayload },
    },
  };
}

function describe(name: OperationName): ZodOpenApiOperationObject {
  const operation: Operation = operations[name];
  const { summary, version, section, params, request, successStatus } = operation;
  return {
    operationId: name,
    summary,
    description: `Section ${section}.`,
    tags: [version],
    ...(params === null ? {} : { requestParams: { path: withExamples(params) } }),
    ...(request === null
      ? {}
      : {
          requestBody: {
            required: true,
            content: { 'application/json': { schema: request, example: exampleRequest(name) } },
          },
        }),
    responses: {
      [`${successStatus}`]: {
        description: 'Success.',
        content: { 'application/json': success(name, operation) },
      },
      ...refusals(name, version),
    } as ZodOpenApiResponsesObject,
  };
}

const exampleRequest = (name: OperationName): unknown =>
  name in requestExamples ? requestExamples[name as keyof typeof requestExamples] : undefined;

/** An event is enveloped or bare: Interface 4.5 is ambiguous. */
function success(name: OperationName, operation: Operation): ZodOpenApiMediaTypeObject {
  if (name !== 'getEvent') return { schema: operation.response, example: responseExamples[name] };
  return {
    schema: z.union([operation.response, event]),
    examples: {
      envelope: { summary: 'In the v1 envelope', value: responseExamples.getEvent },
      bare: { summary: 'The event as the whole body', value: bareEventExample },
    },
  };
}

const pathExamples: Readonly<Record<string, string>> = {
  customer_id: exampleIds.customer,
  bank_account_id: exampleIds.bankAccount,
  event_id: exampleIds.event,
};

/** Parameters with examples: a mock server and its tests need IDs that match the pattern. */
function withExamples(params: z.ZodObject): z.ZodObject {
  const shape = Object.entries(params.shape).map(([name, schema]) => [
    name,
    (schema as z.ZodType).meta({ param: { example: pathExamples[name] } }),
  ]);
  return z.object(Object.fromEntries(shape));
}

function refusals(name: OperationName, version: Version): ZodOpenApiResponsesObject {
  return Object.fromEntries(
    refusalsOf(name).map(([kind, { status }]) => [
      `${status}`,
      { $ref: `#/components/responses/${componentName(kind, version)}` },
    ]),
  );
}

type Version = Operation['version'];

const componentName = (kind: RefusalName, version: Version): string =>
  `${version}${kind.charAt(0).toUpperCase()}${kind.slice(1)}`;

/** One component per version and kind of refusal. */
function refusalComponents(): Record<string, ZodOpenApiResponseObject> {
  return Object.fromEntries(
    operationNames.flatMap((name) => {
      const { version } = operations[name];
      return refusalsOf(name).map(([kind, refusal]) => [
        componentName(kind, version),
        refusalResponse(refusal, version),
      ]);
    }),
  );
}

function refusalResponse(kind: RefusalKind, version: Version): ZodOpenApiResponseObject {
  const retryAfter = z
    .string()
    .regex(/^[0-9]+$/)
    .meta({ description: 'Seconds to wait.', header: { example: '1' } });
  return {
    description: kind.meaning,
    ...(kind.status === 429 ? { headers: z.object({ [headers.retryAfter]: retryAfter }) } : {}),
    content: {
      'application/json':
        version === 'v1' ? envelopeForm(kind) : kind.isValidation ? validationForm : general(kind),
    },
  };
}

const envelopeForm = ({ status, message }: RefusalKind): ZodOpenApiMediaTypeObject => ({
  schema: errorEnvelope,
  example: {
    ok: false,
    object: 'error',
    statusCode: status,
    error: { message },
    message,
    data: null,
    ts,
    request: 'request_g6h3j2k7m4n5p2q6',
  },
});

const validationForm: ZodOpenApiMediaTypeObject = {
  schema: validationError,
  example: { ts, error: { information: ['Required', 'phone: needs a leading +'] } },
};

const general = ({ message }: RefusalKind): ZodOpenApiMediaTypeObject => ({
  schema: generalError,
  example: { ts, error: { general: message } },
});

/** One entry per event name (Interface 6), with the signature header (5.2). */
function deliveries(): ZodOpenApiPathsObject {
  const signature = z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .meta({
      description:
        "Hex HMAC-SHA256 of the exact bytes of the body, keyed with the webhook's secret.",
      param: { example: 'c3f7'.repeat(16) },
    });
  const requestParams = { header: z.object({ [headers.signature]: signature }) };
  return Object.fromEntries(
    eventNames.map((name) => [
      name,
      {
        post: {
          operationId: `deliver.${name}`,
          summary: eventMeanings[name],
          security: [],
          requestParams,
          requestBody: {
            required: true,
            content: { 'application/json': { schema: event, example: exampleDelivery(name) } },
          },
          responses: {
            '2XX': { description: 'Taken. What follows any other answer, or none, is not shown.' },
          },
        },
      },
    ]),
  );
}

/** Only the payloads of wallet.create and paymentLink.create are specified (Interface 2.7, 6). */
function exampleDelivery(name: string): unknown {
  if (name === 'wallet.create') return deliveryExample;
  if (name !== 'paymentLink.create') return undefined;
  return { ...deliveryExample, name, data: { paymentLink: payloadExamples.paymentLink } };
}
