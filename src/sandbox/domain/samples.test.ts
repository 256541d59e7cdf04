import { expect, test } from 'vitest';
import type { EventName } from '../../contract/event-names.ts';
import { startSandbox } from '../testing/harness.ts';

test.each<[EventName, string, string]>([
  ['customer.create', 'incomplete', 'required'],
  ['customer.kyc.pending', 'pending', 'required'],
  ['customer.kyc.additionalReviewRequired', 'pending', 'required'],
  ['customer.kyc.rejected', 'rejected', 'required'],
  ['customer.kyc.successful', 'approved', 'required'],
  ['customer.tos.pending', 'incomplete', 'pending'],
  ['customer.tos.successful', 'incomplete', 'complete'],
])('the customer of a sample of %s is %s, with terms %s', async (name, status, terms) => {
  await using running = await startSandbox();
  const { event } = (await running.control('POST', '/events', { name })).body;
  const profiles = event.data.customer.verificationProfiles;
  expect(profiles).toHaveLength(2);
  for (const profile of profiles) {
    expect(profile.status).toBe(status);
    expect(profile.criteria[terms]).toContain('terms_of_service');
    if (name === 'customer.kyc.successful') expect(profile.criteria.complete).toContain('photo_id');
  }
});

test.each([true, false])(
  'the wallet of a sample is test data as its event is: %s',
  async (mock) => {
    await using running = await startSandbox();
    const body = { name: 'wallet.create', mock };
    const { event } = (await running.control('POST', '/events', body)).body;
    expect([event.mock, event.data.wallet.mock]).toEqual([mock, mock]);
  },
);
