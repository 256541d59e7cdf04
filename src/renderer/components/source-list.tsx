/** When and how a record was learned, observation by observation. */
import { longInstant } from '../../bridge/instants.ts';
import type { SourceView } from '../../bridge/source.ts';
import { groupedCount } from '../../bridge/words.ts';
import { deviationWords } from '../format/deviations.ts';
import { sourceTexts } from '../texts/states.ts';
import { FromOther, type FromOtherProps } from './handed-over/from-other.tsx';
import { LongMoment } from './moment.tsx';
import { Section } from './section.tsx';
import classes from './source-list.module.css';
import { StatusMark } from './status-mark.tsx';

export interface SourceSectionProps {
  /** The record. */
  of: FromOtherProps['of'];
  learned: readonly SourceView[];
  /** All observations, where only the newest are listed. */
  total?: number;
}

export function SourceSection({ of, learned, total = learned.length }: SourceSectionProps) {
  return (
    <Section title={sourceTexts.title} lead={sourceTexts.lead}>
      <ul className={classes['list']}>
        {learned.map((observation) => (
          <li key={observation.observationId} className={classes['item']}>
            <span className={classes['source']}>{sourceTexts.sources[observation.source]}</span>
            <LongMoment at={observation.observedAt} />
            <FromOther of={of} what="observation" part={observation.observationId} />
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
