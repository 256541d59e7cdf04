/** A new virtual account: what it shall be, then a review of all of it, then the sending (Interface 4.2). */
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
import { virtualAccountPaths } from './paths.ts';
import { ReviewStep } from './review-step.tsx';
import { virtualAccountTexts } from './texts.ts';
import { virtualAccountInputOf } from './virtual-account-form.ts';
import { VirtualAccountFormFields } from './virtual-account-form-fields.tsx';
import { useVirtualAccountDrafts, type VirtualAccountValues } from './virtual-account-values.ts';

export function NewVirtualAccountScreen() {
  const { bridge } = useBridge();
  const { knownAt } = useKnownAt();
  const virtualAccountDrafts = useVirtualAccountDrafts();
  const create = useCallback(
    (values: VirtualAccountValues, sending: Sending) =>
      bridge.virtualAccounts.create({
        ...sending,
        knownAt,
        input: virtualAccountInputOf(values),
        reviewedAddress: values.reviewedAddress,
        confirmations: [...values.confirmed],
      }),
    [bridge, knownAt],
  );
  const used = useDraft({ store: virtualAccountDrafts, create });
  useCreatedRecord({
    draft: used?.draft,
    hrefOf: virtualAccountPaths.one,
    startOver: used?.startOver,
  });
  const { form, review } = virtualAccountTexts;
  return (
    <>
      <PageHeader
        title={form.title}
        back={<BackLink href={virtualAccountPaths.root} label={form.back} />}
      />
      {used === null ? (
        <SkeletonTable />
      ) : (
        <>
          {used.draft.isReviewing ? (
            <ReviewStep used={used} />
          ) : (
            <VirtualAccountFormFields key={used.draft.edition} used={used} />
          )}
          <AsksFirstDialog
            attempt={used.draft.attempt}
            action={review.action}
            hrefOf={virtualAccountPaths.one}
            onBack={used.dismiss}
            onGoOn={() => void used.send(true)}
          />
        </>
      )}
    </>
  );
}
