/** Every field that a person sees has a word of help on the page of its screen. */
import { expect, it } from 'vitest';
import {
  type CataloguedKind,
  fieldLabel,
  fields,
  requestLabels,
} from '../../../contract/fields.ts';
import { bulkTexts } from '../../features/bulk/texts.ts';
import { customerTexts } from '../../features/customers/texts.ts';
import { companyTexts } from '../../features/deposit-sheets/texts.ts';
import { settingsTexts } from '../../features/settings/texts.ts';
import { newWebhookTexts } from '../../features/webhooks/new/texts.ts';
import { helpPage, helpPages } from './help-pages.ts';
import { searchHelp } from './search-help.ts';

const { existing } = newWebhookTexts;
const { add, backups, change, notices, recovery } = settingsTexts;
const { start, columns } = bulkTexts;

/** A kind that is added to the catalogue has its page too. */
const pageOf: Readonly<Record<CataloguedKind, string>> = {
  customer: 'customers',
  virtualAccount: 'virtual-accounts',
  bankAccount: 'bank-accounts',
  webhook: 'webhooks',
  wallet: 'other-records',
  address: 'other-records',
  paymentLink: 'other-records',
};

const forms: Readonly<Record<string, readonly string[]>> = {
  customers: [...Object.values(requestLabels.customer), customerTexts.form.ownName],
  'virtual-accounts': Object.values(requestLabels.virtualAccount),
  'bank-accounts': [],
  'other-records': [],
  webhooks: [existing.id, existing.url, existing.name],
  settings: [
    ...[add.name, add.environment, add.baseUrl, add.token, change.newAddress],
    ...[companyTexts.name, companyTexts.address, companyTexts.logo, companyTexts.paper],
    ...[notices.kinds, notices.quiet, notices.details],
    // Typed in documents of main's own.
    ...[recovery.title, backups.folder, 'Also after so many requests'],
  ],
  bulk: [
    ...[start.what, start.template, start.file, columns.sheet],
    requestLabels.virtualAccount.network,
  ],
};

const shown = Object.entries(forms).map(([page, labels]) => {
  const kinds = Object.entries(fields).filter(([kind]) => pageOf[kind as CataloguedKind] === page);
  const names = kinds.flatMap(([, ofKind]) => Object.keys(ofKind));
  return [page, [...names.map((name) => fieldLabel(name) ?? name), ...labels]] as const;
});

/** What the part Fields of a page names. */
function explained(name: string): string[] {
  const blocks = helpPage(name)?.blocks ?? [];
  const from = blocks.findIndex(
    (block) => block.kind === 'heading' && block.inlines[0]?.text === 'Fields',
  );
  const list = blocks[from + 1];
  if (from === -1 || list?.kind !== 'list') return [];
  return list.items.flatMap((item) =>
    item.flatMap((inline) => (inline.kind === 'bold' ? [inline.text] : [])),
  );
}

it.each(shown)('the help of %s explains each of its fields, and no other', (name, labels) => {
  expect([...new Set(explained(name))].toSorted()).toEqual([...new Set(labels)].toSorted());
});

it.each(shown)('a search for a field of %s finds the page', (name, labels) => {
  for (const label of labels)
    expect(
      searchHelp(helpPages, label).map((found) => found.name),
      label,
    ).toContain(name);
});
