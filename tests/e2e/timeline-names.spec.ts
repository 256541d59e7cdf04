import { expect } from '@playwright/test';
import { eventMeanings, eventNames, resourceKeyOf } from '../../src/contract/event-names.ts';
import { expectAccessible } from './support/accessibility.ts';
import { openOnHosted } from './support/fixtures.ts';
import { test as base, makeEvent, openSshTunnel } from './support/public-side.ts';

const test = base.extend(openOnHosted);

test('every name of the interface is shown as what it is, and opens', async ({
  app,
  screens,
  service,
  publicSide,
}) => {
  test.setTimeout(300_000);
  await app.setViewportSize({ width: 1280, height: 1200 });
  await openSshTunnel(app, publicSide);
  await screens.webhooks.create({ Name: 'Treasury desk', Events: eventNames });
  await expect(screens.webhooks.detail('Treasury desk')).toBeVisible();
  const made = new Map<string, string>();
  for (const name of eventNames) made.set(name, await makeEvent(service, name));

  const { timeline } = screens;
  await screens.go('Timeline');
  // And that of the webhook itself.
  await expect(screens.heading('Timeline')).toHaveText(`Timeline · ${eventNames.length + 1}`);
  await expect(timeline.rows().filter({ hasText: 'Verified' })).toHaveCount(eventNames.length + 1);
  for (const [name, id] of made) {
    await timeline.find(id);
    await expect(timeline.rows()).toHaveCount(1);
    await timeline.open(name);
    const detail = timeline.detail(name);
    await expect(detail).toContainText(id);
    const meaning = eventMeanings[name as keyof typeof eventMeanings].slice(1);
    await expect(timeline.part(detail, 'Times')).toContainText(meaning);
    const received = timeline.part(detail, 'Event as received');
    await expect(received).toContainText(resourceKeyOf(name));
    await expect(timeline.part(detail, 'Changed fields')).not.toContainText('undefined');
    await timeline.close(detail);
  }
  await timeline.find('');
  await expect(timeline.rows()).toHaveCount(eventNames.length + 1);
  for (const width of [600, 480, 420]) {
    await app.setViewportSize({ width, height: 1600 });
    await expect(timeline.rows()).toHaveCount(eventNames.length + 1);
    await expect.poll(() => timeline.cutNames(), { message: `names at ${width}` }).toEqual([]);
    const legend = app.getByRole('list', { name: 'Event types' }).getByRole('listitem');
    await expect(legend.last()).toBeInViewport({ ratio: 1 });
  }
  await app.setViewportSize({ width: 1280, height: 1200 });
  await timeline.open('paymentLink.create');
  await expect(timeline.detail('paymentLink.create')).toContainText(
    'not in the API specification’s list',
  );
  await expectAccessible(app, 'an event that the interface does not list');
});
