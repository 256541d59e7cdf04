/** What the event changed in its resource, and why the record shows what it shows. */
import type { TimelineDetail } from '../../../../bridge/timeline.ts';
import { Section } from '../../../components/section.tsx';
import { StatusMark } from '../../../components/status-mark.tsx';
import { longInstant } from '../../../format/instants.ts';
import { ChangedFields } from './changed-fields.tsx';
import classes from './detail.module.css';
import { eventTexts } from './texts.ts';

const texts = eventTexts.change;
const tones = {
  shown: 'green',
  partly: 'blue',
  superseded: 'grey',
  'not-merged': 'amber',
} as const;

export function ChangeSection({ change }: { change: TimelineDetail['change'] }) {
  if (change === null) {
    return (
      <Section title={texts.title}>
        <p className="dimmed">{texts.noResource}</p>
      </Section>
    );
  }
  const { before, fields, standing, why } = change;
  return (
    <Section
      title={texts.title}
      lead={
        before === null
          ? texts.first
          : texts.before(longInstant(before.happenedAt ?? before.observedAt))
      }
    >
      {fields.length === 0 && before !== null && <p>{texts.nothing}</p>}
      <ChangedFields fields={fields} />
      <p className={classes['standing']}>
        <StatusMark tone={tones[standing]}>{texts.standing[standing]}.</StatusMark> {why}
      </p>
    </Section>
  );
}
