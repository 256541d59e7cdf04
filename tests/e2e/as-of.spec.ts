import { expect, type Locator, type Page } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll } from './support/accessibility.ts';
import { test } from './support/fixtures.ts';
import { Screens } from './support/pages/screens.ts';
import { seedCustomers, seedWebhook } from './support/seed.ts';

test.use({ startArguments: ['--ephemeral'] });

const person = (firstName: string) => ({
  type: 'individual' as const,
  email: `${firstName.toLowerCase()}@example.com`,
  personalInformation: { firstName, lastName: 'Example' },
});

/** The next whole second, once it is over: what comes now was not known then. */
async function momentThatHasPassed(): Promise<string> {
  const moment = Math.ceil(Date.now() / 1_000) * 1_000;
  await expect.poll(() => Date.now()).toBeGreaterThan(moment + 5);
  return new Date(moment).toISOString();
}

async function lookBackTo(page: Page, moment: string): Promise<void> {
  const local = await page.evaluate((iso) => {
    const at = new Date(iso);
    return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 19);
  }, moment);
  const field = await askForMoment(page);
  await field.fill(local);
  await page.getByRole('button', { name: 'View', exact: true }).click();
  await expect(field).toBeHidden();
}

/** Opens the question for a moment; its field has the focus. */
async function askForMoment(page: Page): Promise<Locator> {
  const field = page.getByLabel('Date and time');
  await page.getByRole('button', { name: 'View as of…' }).click();
  await expect(field).toBeFocused();
  return field;
}

/** Closes the question by Esc. */
async function goBack(field: Locator): Promise<void> {
  await field.press('Escape');
  await expect(field).toBeHidden();
}

test('everything is shown as it was known at a moment, and nothing is created out of it', {
  tag: '@browser',
}, async ({ own, app, screens }) => {
  await seedWebhook(await own.process().freshLink());
  await seedCustomers(await own.process().freshLink(), [person('Ada')]);
  await screens.go('Timeline');
  await expect(screens.heading('Timeline')).toHaveText('Timeline · 2');
  const moment = await momentThatHasPassed();
  await seedCustomers(await own.process().freshLink(), [person('Grace')]);
  await screens.go('Customers');
  const list = app.getByRole('table', { name: 'Customers' });
  await expect(list.getByText('Grace Example')).toBeVisible();

  await test.step('a file that does not come breaks nothing, and is brought the next time', async () => {
    const asked: string[] = [];
    const files = /\/(?:as-of-popover|tip-label)-[^/]*\.js$/;
    // Nobody asked yet: they come by themselves, behind the other screens.
    const haveCome = () =>
      app.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
    await expect
      .poll(async () => (await haveCome()).filter((it) => files.test(it)))
      .toHaveLength(2);
    await app.route(files, (route) => {
      asked.push(route.request().url());
      return route.abort();
    });
    await app.reload();
    await list.getByRole('link', { name: 'Grace Example' }).click();
    const detail = screens.customers.detail('Grace Example');
    const close = detail.getByRole('button', { name: 'Close', exact: true });
    const button = app.getByRole('button', { name: 'View as of…' });
    await close.hover();
    await button.click();
    await expect.poll(() => new Set(asked).size).toBe(2);
    await expect(button).toHaveAttribute('aria-expanded', 'false');
    await expect(detail).toBeVisible();
    await app.unroute(files);
    await goBack(await askForMoment(app));
    await close.hover();
    // What was not there when the pointer came tells what it is when it moves.
    await expect(async () => {
      await close.hover({ position: { x: 4, y: 4 } });
      await close.hover();
      await expect(app.getByRole('tooltip', { name: 'Close' })).toBeVisible({ timeout: 500 });
    }).toPass();
    await close.click();
  });

  // A moment that has not come is none.
  const field = await askForMoment(app);
  await field.fill('2999-01-01T00:00:00');
  await app.getByRole('button', { name: 'View', exact: true }).click();
  await expect(app.getByText('Enter a time in the past.')).toBeVisible();
  await goBack(field);

  await lookBackTo(app, moment);
  const band = app.getByRole('status').filter({ hasText: 'Data received later is hidden' });
  await expect(band).toContainText('As of ');
  await expect(screens.heading('Customers')).toHaveText('Customers · 1');
  await expect(list.getByText('Ada Example')).toBeVisible();
  await expect(list.getByText('Grace Example')).toHaveCount(0);
  await expectAccessible(app, 'viewing data as of');

  // The detail too, and how it was learned by then.
  await list.getByRole('link', { name: 'Ada Example' }).click();
  const detail = screens.customers.detail('Ada Example');
  await expect(detail.getByRole('region', { name: 'Sources' })).toContainText(
    'Entered in Causeway',
  );

  // Creating says why not, on the button and in the form.
  const create = app.getByRole('button', { name: /^New customer/ });
  await expect(create).toHaveAttribute('aria-disabled', 'true');
  await expect(create).toHaveAccessibleName(/Return to now to create something/);
  await create.click({ force: true });
  await expect(screens.heading('Customers')).toBeVisible();
  await app.goto(app.url().replace(/#.*/, '#/customers/new'));
  await expect(screens.heading('New customer')).toBeVisible();

  // Screens without a past say so; the others look back with the window.
  await expect(band).toContainText('Return to now to create something');
  await expect(app.getByRole('button', { name: 'Create customer' })).toBeDisabled();
  await screens.go('Virtual accounts');
  await expect(app.getByText('No virtual accounts known then')).toBeVisible();
  await screens.go('Webhooks');
  await expect(screens.heading('Webhooks')).toHaveText('Webhooks · 1');
  await expect(band).toContainText('As of ');
  await expect(app.getByRole('button', { name: /^New webhook/ })).toHaveAccessibleName(
    /Return to now to create something/,
  );
  const hooks = app.getByRole('table', { name: 'Webhooks' });
  await hooks.getByRole('link', { name: 'Treasury' }).click();
  const hook = screens.webhooks.detail('Treasury');
  await expect(hook.getByRole('region', { name: 'Sources' })).toContainText(
    'Response to the create request',
  );
  await expect(hook.getByText('Deliveries, tunnels and secrets are hidden')).toBeVisible();
  await expect(hook.getByRole('region', { name: 'Secret' })).toHaveCount(0);
  await expectAccessible(app, 'viewing data as of at a webhook');
  await app.getByRole('link', { name: 'Tunnels' }).click();
  await expect(app.getByText('this screen always shows current data')).toBeVisible();
  await screens.go('Timeline');
  await expect(screens.timeline.rows()).toHaveCount(2);
  await expect(band).toBeVisible();
  await expect(screens.heading('Timeline')).toHaveText('Timeline · 2');

  // An event, too, is as it was known; and nothing is asked out of the past.
  await screens.timeline.open('customer.create');
  const event = screens.timeline.detail('customer.create');
  await expect(screens.timeline.part(event, 'Changed fields')).toContainText(
    'This event’s data is current',
  );
  await expect(screens.timeline.part(event, 'Deliveries')).toContainText(
    'Deliveries received by then',
  );
  await expect(screens.timeline.part(event, 'Lookups')).toContainText(
    'has not looked this event up',
  );
  await expect(event.getByRole('button', { name: 'Look up this event' })).toHaveCount(0);
  await expect(app.getByRole('button', { name: /^Look up event/ })).toHaveAccessibleName(
    /Return to now to look up an event/,
  );
  await expectAccessible(app, 'viewing data as of at an event');
  await screens.timeline.close(event);

  await band.getByRole('button', { name: 'Return to now' }).click();
  await expect(band).toBeHidden();
  await expect(screens.timeline.rows()).toHaveCount(3);
  await screens.go('Customers');
  await expect(list.getByText('Grace Example')).toBeVisible();

  // What was learned since is known now, and was not before there was anything.
  await screens.go('Webhooks');
  await expect(screens.heading('Webhooks')).toHaveText('Webhooks · 1 of 10 known');
  await lookBackTo(app, '2020-01-01T00:00:00.000Z');
  await expect(app.getByText('No webhooks known then')).toBeVisible();
  await screens.go('Timeline');
  await expect(app.getByText('No events known then')).toBeVisible();
});

test(
  'a look back is plain to see, wide and narrow, light and dark',
  {
    tag: '@browser',
  },
  async ({ own, app }, info) => {
    const shoot = async (what: string) => {
      for (const colorScheme of ['light', 'dark'] as const) {
        await app.emulateMedia({ colorScheme });
        const body = await app.screenshot();
        await info.attach(`${what}, ${colorScheme}`, { body, contentType: 'image/png' });
      }
    };
    await seedCustomers(await own.process().freshLink(), [person('Ada')]);
    await new Screens(app).go('Customers');
    const moment = await momentThatHasPassed();
    for (const width of [1280, 420]) {
      await app.setViewportSize({ width, height: 800 });
      await expect(app.getByText('Ada Example')).toBeVisible();
      const field = await askForMoment(app);
      await shoot(`choosing, ${width} wide`);
      await goBack(field);
      await lookBackTo(app, moment);
      await expect(app.getByText('Data received later is hidden')).toBeVisible();
      await expect(app.getByText('Ada Example')).toBeVisible();
      await shoot(`viewing data as of, ${width} wide`);
      await expectAccessible(app, `viewing data as of, ${width} wide`);
      await expectNoSidewaysScroll(app, `viewing data as of, ${width} wide`);
      await app.getByRole('button', { name: 'Return to now', exact: true }).click();
      await expect(app.getByText('Data received later is hidden')).toBeHidden();
    }
  },
);
