import { expect, type Locator, type Page } from '@playwright/test';
import { expectNoSidewaysScroll } from './support/accessibility.ts';
import { readClipboard } from './support/clipboard.ts';
import { test as base, openOnHosted } from './support/fixtures.ts';
import type { CustomerEntry } from './support/pages/customers.ts';
import { account, ada } from './support/samples.ts';
import { startScriptedService } from './support/scripted-service.ts';
import { submitSecret } from './support/secret-document.ts';

const test = base.extend(openOnHosted);

test.beforeEach(async ({ screens }) => {
  await screens.go('Customers');
});

/** What a refused form holds: every field as it was typed, and the alert above its button. */
async function expectAlert(app: Page, title: string): Promise<Locator> {
  const alert = app.locator('form').getByRole('alert');
  // Seen without scrolling: it is news.
  await expect(alert).toBeInViewport({ ratio: 0.5 });
  await expect(alert.getByText(title, { exact: true })).toBeVisible();
  return alert;
}

async function expectKept(app: Page, entry: typeof ada = ada): Promise<void> {
  for (const [label, value] of Object.entries(entry)) {
    const field = app.getByLabel(label, { exact: true }).and(app.locator('input, select'));
    await expect(field).toHaveValue(label === 'Type' ? 'individual' : value);
  }
}

test('validation messages of the service stand beside the form, word for word', async ({
  app,
  screens,
  service,
}) => {
  await service.control('PATCH', '/settings', {
    requiredCustomerFields: ['email', 'phone', 'address'],
  });
  const short: CustomerEntry = { Type: 'Individual', 'First name': 'Ada' };
  await screens.customers.create(short);
  const alert = await expectAlert(app, 'Refused by the service');
  await expect(alert).toContainText('Nothing was created.');
  await expect(alert).toContainText('Service’s message');
  await expect(alert).toContainText('HTTP 400');
  expect(await service.list('customers')).toHaveLength(0);
  await expect(screens.customers.field('First name')).toHaveValue('Ada');

  // Mended and sent again by the person, it goes through.
  await screens.customers.fill(ada);
  await screens.customers.createButton().click();
  await expect(screens.customers.detail('Ada Byron')).toBeVisible();
  expect(await service.list('customers')).toHaveLength(1);
});

test('what a form needs is said beside its fields before anything is sent', async ({
  app,
  screens,
  service,
}) => {
  await screens.customers.startNew();
  await test.step('of nothing at all, what would do', async () => {
    // Said from the start, not only once something is wrong.
    await expect(app.getByText(/The service requires a type/)).toBeVisible();
    await expect(screens.customers.field('Type')).toHaveAttribute('aria-required', 'true');
    await screens.customers.createButton().click();
    await expect(screens.customers.field('Email')).toBeFocused();
    for (const label of ['Email', 'Phone', 'First name', 'Last name'] as const) {
      await expect(screens.customers.field(label)).toHaveAttribute('aria-invalid', 'true');
    }
    await expect(app.getByText('Enter a value in one of the marked fields.')).toBeVisible();
    await expect(app.getByRole('dialog')).toHaveCount(0);
  });

  await test.step('of what is wrong, what is wrong with it', async () => {
    await screens.customers.fill({ Email: 'ada', Phone: '0415' });
    await screens.customers.field('Phone').blur();
    await expect(app.getByText(/Enter an email address with an @/)).toBeVisible();
    await expect(app.getByText(/Enter a \+ and the country code/)).toBeVisible();
    await screens.customers.createButton().click();
    await expect(app.getByText('2 fields need your attention.')).toBeVisible();
    expect(await service.list('customers')).toHaveLength(0);
  });

  await test.step('any one of them will do, and then none is marked', async () => {
    await screens.customers.fill({ Email: '', Phone: '', 'Last name': 'Byron' });
    await expect(screens.customers.field('Email')).not.toHaveAttribute('aria-invalid', 'true');
    expect(await service.list('customers')).toHaveLength(0);
    await screens.customers.createButton().click();
    await expect(screens.customers.detail('Byron')).toBeVisible();
  });
});

test('a refused token asks for a new one, and with it the same form goes through', async ({
  app,
  screens,
  service,
  context,
}) => {
  await service.fault({ kind: 'expired-token', operation: 'createCustomer' });
  await screens.customers.create(ada);
  const alert = await expectAlert(app, 'Refused by the service');
  await expect(alert).toContainText('HTTP 401');
  await expect(alert).toContainText('Nothing was created.');
  await expect(app.getByText('Token refused')).toBeVisible();

  const opening = context.waitForEvent('page');
  await app.getByRole('button', { name: 'Replace token' }).click();
  const fresh = await service.makeToken({ expiresInSeconds: 7200 });
  await submitSecret(await opening, { Token: fresh }, 'Store token');
  await expect(app.getByText('Service reachable')).toBeVisible();
  await expectKept(app);
  await screens.customers.createButton().click();
  await expect(screens.customers.detail('Ada Byron')).toBeVisible();
});

test('a token of the other environment is refused in the service’s words', async ({
  app,
  screens,
  service,
}) => {
  const token = await service.makeToken({ environment: 'production' });
  await screens.settings.open();
  await screens.settings.add({ name: 'Crossed', baseUrl: service.baseUrl, token });
  const profile = screens.settings.profile('Crossed');
  await expect(profile.getByText('The service refuses the token')).toBeVisible();
  await expect(profile.getByText(/Service’s message: /)).toBeVisible();
  await screens.settings.use('Crossed');
  await expect(app.getByText('Token refused')).toBeVisible();
});

const failures = [
  {
    fault: { kind: 'too-many-requests', retryAfterSeconds: 1 },
    title: 'Refused by the service',
    words: [
      'HTTP 429',
      'received too many requests',
      'Nothing was created.',
      'asks you to wait until',
    ],
  },
  {
    fault: { kind: 'drop', when: 'before' },
    title: 'Outcome unknown',
    words: ['may have been carried out'],
  },
  {
    fault: { kind: 'error', status: 500 },
    title: 'Outcome unknown',
    words: ['HTTP 500', 'an internal error'],
  },
  {
    fault: { kind: 'unparsable', body: 'html' },
    title: 'Outcome unknown',
    words: ['A web page arrived'],
    received: '<!doctype html>',
  },
  {
    fault: { kind: 'redirect', location: 'http://127.0.0.1:9/' },
    title: 'Outcome unknown',
    words: ['Causeway never sends the token there.'],
  },
] as const;

test('however a create fails: it is said, and nothing typed is lost', async ({
  app,
  screens,
  service,
}) => {
  for (const [index, failure] of failures.entries()) {
    const { fault, title, words } = failure;
    await test.step(fault.kind, async () => {
      // Another person each time: what may exist already would be asked about first.
      const entry = {
        ...ada,
        Email: `ada${index}@example.com`,
        Phone: `+1415555012${index}`,
        'First name': `Ada ${index}`,
        'Tax identification number': `123-45-678${index}`,
      };
      await service.fault({ ...fault, operation: 'createCustomer' });
      await screens.customers.create(entry);
      const alert = await expectAlert(app, title);
      for (const word of words) await expect(alert).toContainText(word);
      if ('received' in failure) {
        await alert.getByText('Response as received').click();
        await expect(alert.getByText(failure.received)).toBeVisible();
      }
      await expectKept(app, entry);
      // Elsewhere and back, it is still there.
      await screens.go('Settings');
      await screens.go('Customers');
      await screens.customers.startNew();
      await expectKept(app, entry);
      await expectAlert(app, title);
      await app.getByRole('button', { name: 'Start over' }).click();
      await expect(screens.customers.field('Email')).toHaveValue('');
      await screens.go('Customers');
    });
  }
});

test('whatever words a service says are shown, and what hides in them, with its request id to copy', async ({
  app,
  screens,
}) => {
  const words = ['Required', '<b onclick="alert(1)">bold</b>', 'טעות \u202Ertl', 'x'.repeat(2_000)];
  // What would turn the text round is shown, so that nobody reads it as something else.
  const shown = words.map((word) => word.replace('\u202E', '\\u202E'));
  const scripted = await startScriptedService({
    status: 422,
    headers: { 'x-request-id': 'request_7hq2' },
    body: { ts: '2026-11-20T12:00:00.000Z', error: { information: words } },
  });
  await screens.settings.addAndUse({ name: 'Scripted', baseUrl: scripted.baseUrl, token: 'a.b.c' });
  await screens.go('Customers');
  await screens.customers.create(ada);
  const alert = await expectAlert(app, 'Refused by the service');
  await expect(alert.getByRole('listitem')).toHaveText(shown);
  await app.context().grantPermissions(['clipboard-write']);
  await alert.getByRole('button', { name: 'Copy request id' }).click();
  await expect.poll(() => readClipboard(app)).toBe('request_7hq2');
  await expectKept(app);
  // However long the words are, the page does not grow sideways.
  await expectNoSidewaysScroll(app, 'long words of a service');
  await scripted.stop();
});

test('a virtual account that is refused can be mended on the form', async ({
  app,
  screens,
  service,
}) => {
  await screens.customers.create(ada);
  await expect(screens.customers.detail('Ada Byron')).toBeVisible();
  await service.control('PATCH', '/settings', { kycGate: true });
  await screens.go('Virtual accounts');
  await screens.virtualAccounts.startNew();
  await screens.virtualAccounts.fill(account);
  // What is missing is said on the form and on the review, and keeps nobody from asking.
  const missing = app.getByRole('status').filter({ hasText: /Verification incomplete: \d+ still/ });
  await expect(missing).toContainText('Proof of address');
  await screens.virtualAccounts.reviewButton().click();
  await expect(missing).toContainText('Proof of address');
  await screens.virtualAccounts.createButton().click();
  const alert = await expectAlert(app, 'Refused by the service');
  await expect(alert).toContainText('The customer has no approved verification profile');
  await expect(alert).toContainText('HTTP 403');
  await app.getByRole('button', { name: 'Back', exact: true }).click();
  await expect(screens.virtualAccounts.field('Wallet address')).toHaveValue(
    account['Wallet address'],
  );
  await expect(screens.virtualAccounts.field('Integrator fee (bps)')).toHaveValue('40');
  await service.control('DELETE', '/settings');
  await screens.virtualAccounts.reviewButton().click();
  await screens.virtualAccounts.createButton().click();
  await expect(screens.virtualAccounts.detail('USD → USDC')).toBeVisible();
  expect(await service.list('virtual-accounts')).toHaveLength(1);
});

test('a service that is gone: nothing was sent, and it goes on when it is back', async ({
  app,
  screens,
  service,
}) => {
  await screens.customers.startNew();
  await screens.customers.fill(ada);
  await service.stop();
  await screens.customers.createButton().click();
  const alert = await expectAlert(app, 'Not sent');
  await expect(alert).toContainText('Nothing was sent.');
  await expect(app.getByText('Service unreachable')).toBeVisible();
  // Why is said once, in the frame.
  await expect(app.getByText(/refused the connection/)).toHaveCount(1);
  await expect(screens.customers.createButton()).toBeDisabled();
  await expectKept(app);
  // The notice stays clear of the buttons that stick to the bottom, though the frame has grown a line.
  await expect(async () => {
    const notice = await alert.boundingBox();
    const button = await screens.customers.createButton().boundingBox();
    expect((notice?.y ?? 0) + (notice?.height ?? 0)).toBeLessThan(button?.y ?? 0);
  }).toPass();
});
