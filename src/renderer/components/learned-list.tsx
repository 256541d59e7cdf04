/** When and how a record was learned, observation by observation. */
import type { Learned } from '../../bridge/learned.ts';
import { longInstant } from '../format/instants.ts';
import { groupedCount } from '../format/words.ts';
import { learnedTexts } from '../texts/states.ts';
import classes from './learned-list.module.css';
import { LongMoment } from './moment.tsx';
import { Section } from './section.tsx';
import { StatusMark } from './status-mark.tsx';

export interface LearnedSectionProps {
  learned: readonly Learned[];
  /** All observations, where only the newest are listed. */
  total?: number;
}

export function LearnedSection({ learned, total = learned.length }: LearnedSectionProps) {
  return (
    <Section title={learnedTexts.title} lead={learnedTexts.lead}>
      <ul className={classes['list']}>
        {learned.map((observation) => (
          <li key={observation.observationId} className={classes['item']}>
            <span className={classes['source']}>{learnedTexts.sources[observation.source]}</span>
            <LongMoment at={observation.observedAt} />
            {observation.happenedAt !== null && (
              <span className="dimmed" title={observation.happenedAt}>
                {learnedTexts.happened(longInstant(observation.happenedAt))}
              </span>
            )}
            {observation.eventId !== null && (
              <span className="dimmed">
                {learnedTexts.event} <span className="mono">{observation.eventId}</span>
              </span>
            )}
            {observation.deviations.map((deviation) => (
              <StatusMark key={deviation} tone="amber" wraps>
                {learnedTexts.deviations}: {deviation}
              </StatusMark>
            ))}
          </li>
        ))}
      </ul>
      {total > learned.length && (
        <p className="dimmed">
          {learnedTexts.more(groupedCount(learned.length), groupedCount(total))}
        </p>
      )}
    </Section>
  );
}
