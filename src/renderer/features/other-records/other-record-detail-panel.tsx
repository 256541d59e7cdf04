/** One wallet, address or payment link: its state, the events that tell of it, and every field. */
import { useQuery } from '@tanstack/react-query';
import type { OtherKind } from '../../../contract/other-kinds.ts';
import { useBridge } from '../../app/bridge/bridge-context.ts';
import { DetailFrame } from '../../components/detail-frame.tsx';
import { DetailStates } from '../../components/detail-states.tsx';
import { RecordFacts } from '../../components/fields.tsx';
import { WholeIdentifier } from '../../components/identifier.tsx';
import { RecordEnd } from '../../components/record-end.tsx';
import { Section } from '../../components/section.tsx';
import { StatusMark } from '../../components/status-mark.tsx';
import { TellingEvents } from '../../components/telling-events.tsx';
import { asSeen } from '../../format/hidden-characters.ts';
import { sentenceCase } from '../../format/words.ts';
import { useKnownAt } from '../../stores/known-at.ts';
import { RecordState, titleOf } from './other-parts.tsx';
import { otherRecordHrefs, otherRecordPaths } from './paths.ts';
import { kindTexts, otherRecordTexts } from './texts.ts';

const texts = otherRecordTexts.detail;

export function OtherRecordDetailPanel({ kind, id }: { kind: OtherKind; id: string }) {
  const { queries } = useBridge();
  const { knownAt } = useKnownAt();
  const record = useQuery(queries.otherRecords.get.queryOptions({ input: { kind, id, knownAt } }));
  const known = record.data;
  const { one, many } = kindTexts[kind];
  return (
    <DetailFrame
      recordId={id}
      linkKind={kind === 'paymentLink' ? 'payment-link' : kind}
      listHref={otherRecordPaths.list(kind)}
      rowHref={otherRecordHrefs[kind](id)}
      listName={many}
      isKnown={known !== undefined}
      title={known === undefined ? sentenceCase(one) : titleOf(known)}
      subtitle={
        <>
          {known !== undefined && <RecordState state={known.state} />}
          {known?.mock === true && <StatusMark tone="grey">{otherRecordTexts.testData}</StatusMark>}
          {known?.customerName != null && <span>{asSeen(known.customerName)}</span>}
          <WholeIdentifier id={id} what={`${one} ID`} />
        </>
      }
    >
      <DetailStates query={record}>
        {(data) => (
          <>
            <Section title={texts.record} lead={texts.recordLead}>
              <RecordFacts
                kind={kind}
                fields={data.fields}
                customerId={data.customerId}
                customerName={data.customerName}
              />
            </Section>
            <TellingEvents
              id={data.id}
              title={texts.lifecycle}
              lead={texts.lifecycleLead}
              events={data.eventList}
              mark={({ state }) => <RecordState state={state} />}
            />
            <RecordEnd kind={kind} record={data} />
          </>
        )}
      </DetailStates>
    </DetailFrame>
  );
}
