import type { Client } from '../../../src/sandbox/testing/harness.ts';

/** Ids of all customers that a sandbox has, from its control plane. */
export async function knownCustomers(client: Client): Promise<Set<string>> {
  const known = new Set<string>();
  for (let before: number | null = Number.MAX_SAFE_INTEGER; before !== null; ) {
    const { body } = await client.control('GET', `/list/customers?limit=1000&before=${before}`);
    for (const { record } of body.items) known.add(record.id as string);
    before = body.next as number | null;
  }
  return known;
}
