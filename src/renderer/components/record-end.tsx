/** What ends the details of every record: what people noted of it, how it was learned, and how it came. */
import { longInstant } from '../../bridge/instants.ts';
import type { SourceView } from '../../bridge/source.ts';
import { groupedCount } from '../../bridge/words.ts';
import { deviationWords } from '../format/deviations.ts';
import { sourceTexts } from '../texts/states.ts';
import { type AnnotatedRecord, AnnotationsSection } from './annotations/annotations-section.tsx';
import { AsReceivedSection } from './as-received.tsx';
import { FromOther } from './handed-over/from-other.tsx';
import type { JsonValue } from './json-tree.tsx';
import { LongMoment } from './moment.tsx';
import classes from './record-end.module.css';
import { Section } from './section.tsx';
import { StatusMark } from './status-mark.tsx';

export interface RecordEndProps {
  kind: AnnotatedRecord['kind'];
  record: {
    id: string;
    learned: readonly SourceView[];
    /** All of them, where only the newest are in `learned`. */
    observations?: number;
    asReceived: JsonValue;
  };
}

export function RecordEnd({ kind, record }: RecordEndProps) {
  return (
    <>
      <AnnotationsSection kind={kind} id={record.id} />
      <SourceSection kind={kind} record={record} />
      <AsReceivedSection value={record.asReceived} />
    </>
  );
}

/** When and how a record was learned, observation by observation. */
function SourceSection({ kind, record }: RecordEndProps) {
  const { id, learned, observations: total = learned.length } = record;
  return (
    <Section title={sourceTexts.title} lead={sourceTexts.lead}>
      <ul className={classes['list']}>
        {learned.map((observation) => (
          <li key={observation.observationId} className={classes['item']}>
            <span className={classes['source']}>{sourceTexts.sources[observation.source]}</span>
            <LongMoment at={observation.observedAt} />
            <FromOther of={{ kind, id }} what="observation" part={observation.observationId} />
            {observation.happenedAt !== null && (
              <span className="dimmed" title={observation.happenedAt}>
                {sourceTexts.happened(longInstant(observation.happenedAt))}
              </span>
            )}
            {observation.eventId !== null && (
              <span className="dimmed">
                {sourceTexts.event} <span className="mono">{observation.eventId}</span>
              </span>
            )}
            {observation.deviations.map((deviation) => (
              <StatusMark key={deviation} tone="amber" wraps>
                {sourceTexts.deviation(deviationWords(deviation))}
              </StatusMark>
            ))}
          </li>
        ))}
      </ul>
      {total > learned.length && (
        <p className="dimmed">
          {sourceTexts.more(groupedCount(learned.length), groupedCount(total))}
        </p>
      )}
    </Section>
  );
}
