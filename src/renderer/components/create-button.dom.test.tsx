/** Which buttons lead a reviewer to their form. */
import { expect, it } from 'vitest';
import { writesToService } from '../app/features.ts';
import { connection, showPage } from '../app/testing/show-page.tsx';
import { addressBookPaths } from '../features/address-book/paths.ts';
import { bulkPaths } from '../features/bulk/paths.ts';
import { customerPaths } from '../features/customers/paths.ts';
import { virtualAccountPaths } from '../features/virtual-accounts/paths.ts';
import { webhookPaths } from '../features/webhooks/paths.ts';
import { CreateButton } from './create-button.tsx';
import { WritingFormsContext } from './writing-forms.ts';

it.each([
  ['full', customerPaths.new, true],
  ['review', customerPaths.new, false],
  ['review', virtualAccountPaths.new, false],
  ['review', webhookPaths.new, false],
  ['review', bulkPaths.new, false],
  ['review', addressBookPaths.new, true],
  ['review', webhookPaths.existing, true],
] as const)('in the mode %s to %s: %s', async (mode, href, isLed) => {
  const { button, press } = showPage(
    <WritingFormsContext value={writesToService}>
      <CreateButton href={href}>Begin</CreateButton>
    </WritingFormsContext>,
    { connection: { get: () => ({ ...connection, mode }) } },
  );
  await button(isLed ? 'Begin' : /reviewer mode/);
  await press(/^Begin/);
  expect(location.hash).toBe(isLed ? `#${href}` : '#/');
});
