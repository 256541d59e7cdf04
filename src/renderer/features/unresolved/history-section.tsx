/** Everything that was said of a request, newest first. */
import type { UnresolvedView } from '../../../bridge/unresolved.ts';
import { LongMoment } from '../../components/moment.tsx';
import { Section } from '../../components/section.tsx';
import { keyed } from '../../format/keyed.ts';
import { unresolvedTexts } from './texts.ts';
import classes from './unresolved.module.css';

const texts = unresolvedTexts.history;

export function HistorySection({ history }: Pick<UnresolvedView, 'history'>) {
  if (history.length === 0) return null;
  return (
    <Section title={texts.title}>
      <ul className={classes['history']}>
        {keyed(history, ({ at, verdict }) => `${at} ${verdict}`).map(({ key, item }) => (
          <li key={key}>
            <strong>{texts.verdicts[item.verdict]}</strong> {texts.how[item.how]},{' '}
            {texts.by(item.by)}
            {item.resourceId !== null && (
              <>
                {' '}
                · <span className="mono">{item.resourceId}</span>
              </>
            )}
            <div className="dimmed">
              <LongMoment at={item.at} />
            </div>
          </li>
        ))}
      </ul>
    </Section>
  );
}
