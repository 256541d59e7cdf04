/** Sends what the team approved, by the same ways as a form: their checks and the gate are asked again. */
import type { z } from 'zod';
import { createCustomerInput } from '../../../contract/customer.ts';
import { createVirtualAccountInput } from '../../../contract/virtual-account.ts';
import { createWebhookInput } from '../../../contract/webhook.ts';
import { customerFingerprint, virtualAccountFingerprint } from '../../core/creates/fingerprints.ts';
import type { ProposedRequest, RequestedContent } from './contents.ts';
import { type CreateUses, invalid } from './proposing.ts';

export interface Sent {
  readonly resourceId: string | null;
  readonly runId: string | null;
}

type Single = Extract<ProposedRequest, { what: 'write' }>;
type File = Extract<ProposedRequest, { what: 'bulk' }>;

export function createSending(uses: CreateUses) {
  async function single(request: Single, intentKey: string, more: string[]): Promise<string> {
    const { operation, input, repeats, ownName, ...review } = request;
    const creation = { intentKey, confirmed: [...new Set([...request.confirmed, ...more])] };
    if (repeats !== null) {
      return await uses.unresolved.sendAgain({ ...creation, repeats, review, knownAt: null });
    }
    switch (operation) {
      case 'createCustomer': {
        const read = inputOf(createCustomerInput, input);
        return (await uses.customers.create({ ...creation, input: read, ownName })).id;
      }
      case 'createVirtualAccount': {
        const read = inputOf(createVirtualAccountInput, input);
        return (await uses.virtualAccounts.create({ ...creation, input: read, review })).id;
      }
      case 'createWebhook': {
        const read = inputOf(createWebhookInput, input);
        return (await uses.webhooks.demand().webhooks.create({ ...creation, input: read })).id;
      }
      // A write that no form offers for approval yet: it is refused, and never sent without.
      default:
        throw invalid('Requests of this kind can’t be sent by approval yet. Nothing was sent.');
    }
  }

  async function file(request: File, id: string): Promise<string> {
    const { kind, fileName, sha256, columns, rows } = request;
    if (uses.bulk.runs.has(id)) return id;
    const read = rows.map((row) => ({ ...row, ...rowInput(kind, row.input) }));
    await uses.bulk.startApproved({
      ...{ id, kind, fileName, sha256, columns, rows: read, leftOut: [], confirmations: [] },
    });
    return id;
  }

  /**
   * Rejects with Failed as a form would be told.
   * @param key of the try
   * @param confirmed what its maker was asked since it was proposed, and goes on in spite of
   */
  return async (
    { request, intentKey }: RequestedContent,
    key: string,
    confirmed: string[],
  ): Promise<Sent> =>
    request.what === 'bulk'
      ? { resourceId: null, runId: await file(request, intentKey) }
      : { resourceId: await single(request, key, confirmed), runId: null };
}

/** The rows of an entry are plain JSON: they are read as a form's or a file's are. */
function rowInput(kind: File['kind'], input: unknown) {
  if (kind === 'customer') {
    const read = inputOf(createCustomerInput, input);
    return { input: read, fingerprint: customerFingerprint(read) };
  }
  const read = inputOf(createVirtualAccountInput, input);
  return { input: read, fingerprint: virtualAccountFingerprint(read) };
}

function inputOf<Input>(shape: z.ZodType<Input>, input: unknown): Input {
  const read = shape.safeParse(input);
  if (read.success) return read.data;
  throw invalid('This request for approval has no content that can be sent. Nothing was sent.');
}
