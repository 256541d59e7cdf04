/** The text for an email, to look at and to copy. */
import { useQuery } from '@tanstack/react-query';
import { useBridge } from '../../app/bridge/bridge-context.ts';
import { CopyTextButton } from '../../components/copy-button.tsx';
import { FailureNotice } from '../../components/failure-notice.tsx';
import { toFailure } from '../../format/failures.ts';
import { useKnownAt } from '../../stores/known-at.ts';
import classes from './sheets.module.css';
import { depositSheetTexts as texts } from './texts.ts';

export function SheetText({ id }: { id: string }) {
  const { queries } = useBridge();
  const { knownAt } = useKnownAt();
  const text = useQuery({
    ...queries.depositSheets.text.queryOptions({ input: { id, knownAt } }),
    staleTime: 0,
  });
  if (text.error !== null) return <FailureNotice failure={toFailure(text.error)} />;
  if (text.data === undefined) return null;
  return (
    <section className={classes['text']} aria-label={texts.preview}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and must do so without a mouse */}
      <pre className={classes['preview']} tabIndex={0}>
        {text.data.text}
      </pre>
      <CopyTextButton text={text.data.text} label={texts.copy} />
    </section>
  );
}
