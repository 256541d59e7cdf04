import type { CustomerDetail } from '../../../bridge/customers.ts';
import type { ErasureView } from '../../../bridge/erasures.ts';
import { useBridge } from '../../app/bridge/bridge-context.ts';
import { useProfileId } from '../../app/shell/use-profile-id.ts';
import { LongMoment } from '../../components/moment.tsx';
import { Notice } from '../../components/notice.tsx';
import { DocumentButton } from '../../components/secret-entry/document-button.tsx';
import { SecretEntryStatus } from '../../components/secret-entry/secret-entry-status.tsx';
import { useDocument } from '../../components/secret-entry/use-document.ts';
import { Section } from '../../components/section.tsx';
import { useKnownAt } from '../../stores/known-at.ts';
import { customerTexts } from './texts.ts';

const texts = customerTexts.erasure;

/** Over the record, where nothing personal is kept of it. */
export function ErasedNotice({ customer }: { customer: CustomerDetail }) {
  const { bridge } = useBridge();
  const profileId = useProfileId();
  const { erasure, id: customerId } = customer;
  const recording = useDocument(
    () => bridge.erasures.record({ profileId, customerId }),
    erasure?.liftedAt ?? null,
  );
  const isPast = useKnownAt().knownAt !== null;
  if (erasure === null || erasure.liftedAt !== null) return null;
  return (
    <Section title={texts.erased}>
      <Notice
        tone="grey"
        actions={
          !isPast && (
            <DocumentButton document={recording} variant="default" size="xs">
              {texts.record}
            </DocumentButton>
          )
        }
      >
        <ErasedSentence erasure={erasure} />
        <p>{texts.since}</p>
        <SecretEntryStatus entry={recording} />
      </Notice>
    </Section>
  );
}

const ErasedSentence = ({ erasure: { at, by, reason } }: { erasure: ErasureView }) => (
  <p>
    {by === null ? texts.at : texts.atBy(by)} <LongMoment at={at} />. {texts.because(reason)}
  </p>
);

/** At the end of the record. */
export function ErasureSection({ customer }: { customer: CustomerDetail }) {
  const { bridge } = useBridge();
  const profileId = useProfileId();
  const { erasure, id: customerId } = customer;
  const erasing = useDocument(
    () => bridge.erasures.erase({ profileId, customerId }),
    erasure?.at ?? null,
  );
  const isPast = useKnownAt().knownAt !== null;
  if (isPast || (erasure !== null && erasure.liftedAt === null)) return null;
  return (
    <Section title={texts.title} lead={texts.lead}>
      {erasure !== null && <ErasedSentence erasure={erasure} />}
      <div>
        <DocumentButton document={erasing} variant="default">
          {texts.erase}
        </DocumentButton>
      </div>
      <SecretEntryStatus entry={erasing} />
    </Section>
  );
}
