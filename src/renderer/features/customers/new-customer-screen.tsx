/** The form of a new customer (Interface 4.1). */
import { useCallback } from 'react';
import { useBridge } from '../../app/bridge/bridge-context.ts';
import { BackLink } from '../../components/back-link.tsx';
import { AsksFirstDialog } from '../../components/draft/asks-first-dialog.tsx';
import { useCreatedRecord } from '../../components/draft/use-created-record.ts';
import { useDraft } from '../../components/draft/use-draft.ts';
import { PageHeader } from '../../components/page-header.tsx';
import { SkeletonTable } from '../../components/table/skeleton-table.tsx';
import { useKnownAt } from '../../stores/known-at.ts';
import type { Sending } from '../../stores/send-draft.ts';
import { customerRequestOf } from './customer-form.ts';
import { CustomerFormFields } from './customer-form-fields.tsx';
import { type CustomerValues, useCustomerDrafts } from './customer-values.ts';
import { customerPaths } from './paths.ts';
import { customerTexts } from './texts.ts';

export function NewCustomerScreen() {
  const { bridge } = useBridge();
  const { knownAt } = useKnownAt();
  const customerDrafts = useCustomerDrafts();
  const create = useCallback(
    (values: CustomerValues, sending: Sending) =>
      bridge.customers.create({ ...sending, knownAt, ...customerRequestOf(values) }),
    [bridge, knownAt],
  );
  const used = useDraft({ store: customerDrafts, create });
  useCreatedRecord({ draft: used?.draft, hrefOf: customerPaths.one, startOver: used?.startOver });
  const texts = customerTexts.form;
  return (
    <>
      <PageHeader
        title={texts.title}
        back={<BackLink href={customerPaths.root} label={texts.back} />}
      />
      {used === null ? (
        <SkeletonTable />
      ) : (
        <>
          <CustomerFormFields key={used.draft.edition} used={used} />
          <AsksFirstDialog
            attempt={used.draft.attempt}
            action={texts.action}
            hrefOf={customerPaths.one}
            onBack={used.dismiss}
            onGoOn={() => void used.send(true)}
          />
        </>
      )}
    </>
  );
}
