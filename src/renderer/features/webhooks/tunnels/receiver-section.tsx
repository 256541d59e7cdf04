/** The receiver: whether it listens, whether what comes is made durable, and what was not taken. */
import { useQuery } from '@tanstack/react-query';
import type { ReceiverView, RejectedView, WriterView } from '../../../../bridge/webhooks.ts';
import { useBridge } from '../../../app/bridge/bridge-context.ts';
import { ExactMoment } from '../../../components/moment.tsx';
import { Notice } from '../../../components/notice.tsx';
import { Section } from '../../../components/section.tsx';
import { StatusMark } from '../../../components/status-mark.tsx';
import { groupedCount } from '../../../format/words.ts';
import classes from '../webhooks.module.css';
import { rejectedReasons } from './rejected.ts';
import { tunnelTexts } from './texts.ts';

const texts = tunnelTexts.receiver;

export function ReceiverSection({ receiver }: { receiver: ReceiverView }) {
  const { isListening, origin, sentence, writer, dropped } = receiver;
  return (
    <Section title={texts.title}>
      {isListening && origin !== null ? (
        <>
          <div className={classes['wraps']}>
            <StatusMark tone="green">{texts.listening(origin)}</StatusMark>
          </div>
          <p className={`${classes['prose']} dimmed`}>{texts.portHint}</p>
        </>
      ) : (
        <>
          <StatusMark tone="red">{texts.off}</StatusMark>
          <p className={classes['prose']}>{sentence}</p>
        </>
      )}
      {writer !== null && <Writer writer={writer} />}
      {dropped !== null && <Dropped dropped={dropped} />}
    </Section>
  );
}

/** Nothing is said while it works and always did. */
function Writer({ writer }: { writer: WriterView }) {
  const { state, since, restarts, sentence } = writer;
  if (state === 'working') {
    return restarts === 0 ? null : (
      <div className={classes['gap']}>
        <StatusMark tone="amber">{texts.restarted(restarts)}</StatusMark>
      </div>
    );
  }
  return (
    <div className={classes['gap']}>
      <Notice tone="red" role="alert" title={texts.writer[state]}>
        <p>{sentence}</p>
        <p>{texts.writerToDo[state]}</p>
        {since !== null && (
          <p className="dimmed">
            {texts.since} <ExactMoment at={since} />
          </p>
        )}
      </Notice>
    </div>
  );
}

function Dropped({ dropped }: { dropped: RejectedView }) {
  const { queries } = useBridge();
  const about = useQuery(queries.connection.about.queryOptions());
  const reasons = rejectedReasons(dropped);
  const since =
    about.data === undefined ? null : (
      <>
        {' '}
        (<ExactMoment at={about.data.startedAt} />)
      </>
    );
  if (reasons.length === 0) {
    return (
      <p className={`${classes['prose']} dimmed`}>
        {texts.nothingDropped}
        {since}.
      </p>
    );
  }
  return (
    <div className={classes['gap']}>
      <p className={classes['prose']}>
        {texts.droppedLead}
        {since}:
      </p>
      <ul className={classes['items']} aria-label={texts.droppedLabel}>
        {reasons.map(({ reason, tone, count }) => (
          <li key={reason} className={classes['dropped']}>
            <StatusMark tone={tone}>
              <strong>{groupedCount(count)}</strong> {texts.reasons[reason].what}
            </StatusMark>
            <p className={`${classes['prose']} dimmed`}>{texts.reasons[reason].whatToDo}</p>
          </li>
        ))}
      </ul>
      <p className={`${classes['prose']} dimmed`}>{texts.perWebhook}</p>
    </div>
  );
}
