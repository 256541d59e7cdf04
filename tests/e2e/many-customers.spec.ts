import { expect, type Locator } from '@playwright/test';
import { test } from './support/fixtures.ts';
import { seedCustomers } from './support/seed.ts';

test.use({ startArguments: ['--ephemeral'] });

const names = ['Ada', 'Grace', 'Mary', 'Édith', 'Żaneta'] as const;

/** 1,000 with different names; every fourth a business. */
const customers = Array.from({ length: 1_000 }, (_, index) => {
  const number = String(index).padStart(4, '0');
  const email = `c${number}@example.com`;
  return index % 4 === 3
    ? { type: 'business' as const, email }
    : {
        type: 'individual' as const,
        email,
        personalInformation: {
          firstName: names[index % names.length] ?? '',
          lastName: `Number${number}`,
        },
      };
});

test('a thousand customers are scrolled, searched, sorted and filtered', {
  tag: '@browser',
}, async ({ own, app, screens }) => {
  await screens.go('Customers');
  await seedCustomers(await own.process().freshLink(), customers);
  await expect(screens.heading('Customers')).toHaveText('Customers · 1,000');
  const table = app.getByRole('table', { name: 'Customers' });
  await expect(table).toHaveAttribute('aria-rowcount', '1001');
  const rows = table.getByRole('row');

  // Only what fits is in the page.
  await expect(rows.nth(1)).toBeVisible();
  expect(await rows.count()).toBeLessThan(80);

  await app.getByRole('button', { name: /^Email/ }).click();
  await expect(rows.nth(1)).toContainText('c0000@example.com');
  await scrollToEnd(rows.nth(1));
  await expect(rows.last()).toContainText('c0999@example.com');
  expect(await rows.count()).toBeLessThan(80);
  await app.getByRole('button', { name: /^Email/ }).click();
  await expect(rows.nth(1)).toContainText('c0999@example.com');

  const search = app.getByRole('textbox', { name: 'Search name, email or ID' });
  await search.fill('number0420 ');
  await expect(rows).toHaveCount(2);
  await expect(app.getByText('1 of 1,000')).toBeVisible();
  // The blank is there for the next word, though it finds nothing else.
  await expect(search).toHaveValue('number0420 ');
  await rows.nth(1).getByRole('link').click();
  await expect(screens.customers.detail('Ada Number0420')).toBeVisible();
  await app.keyboard.press('Escape');
  await expect(screens.customers.detail('Ada Number0420')).toBeHidden();
  await search.fill('%_"');
  await expect(app.getByText('No matches')).toBeVisible();
  await app.getByRole('button', { name: 'Clear search and filters' }).click();

  await app.getByRole('combobox', { name: 'Type' }).selectOption('business');
  await expect(app.getByText('250 of 1,000')).toBeVisible();
  await app.getByRole('combobox', { name: 'Status' }).selectOption('incomplete');
  await expect(app.getByRole('combobox', { name: 'Status' })).toHaveValue('incomplete');
  await expect(table).toHaveAttribute('aria-busy', 'false');
  await expect(app.getByText('250 of 1,000')).toBeVisible();

  // Up and down go from row to row, further than the window.
  await rows.nth(1).getByRole('link').focus();
  for (let row = 3; row <= 42; row += 1) {
    const link = app.locator(`[aria-rowindex="${row}"] a`);
    await expect(link).toBeAttached();
    await app.keyboard.press('ArrowDown');
    await expect(link).toBeFocused();
  }

  // A new record comes into sight where it stands in the list, however that is sorted.
  await app.getByRole('combobox', { name: 'Type' }).selectOption('');
  await app.getByRole('button', { name: /^Email/ }).click();
  await expect(rows.nth(1)).toContainText('c0000@example.com');
  await screens.customers.create({ Email: 'c0060a@example.com', 'Last name': 'Between' });
  await expect(screens.customers.detail('Between')).toBeVisible();
  await expect(screens.customers.row('Between')).toBeInViewport();
  await expect(rows.nth(1)).not.toContainText('c0000@example.com');

  // What comes under a pointer waits; shown, it leaves the focus in the list.
  await rows.nth(5).hover();
  const newest = { type: 'business' as const, email: 'c0061a@example.com' };
  await seedCustomers(await own.process().freshLink(), [newest]);
  const waiting = app.getByRole('button', { name: '1 new', exact: true });
  await waiting.press('Enter');
  await expect(waiting).toBeHidden();
  await expect(table).toBeFocused();
  await expect(table).toHaveAttribute('aria-rowcount', '1003');
});

/** Scrolls what holds the row, as far as it goes. */
async function scrollToEnd(row: Locator): Promise<void> {
  await row.evaluate((start) => {
    let box = start.parentElement;
    while (box !== null && getComputedStyle(box).overflowY !== 'auto') box = box.parentElement;
    box?.scrollTo(0, box.scrollHeight);
  });
}
