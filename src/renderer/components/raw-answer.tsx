/** The answer of the service to a request that was not created, as it came: closed until somebody asks. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useBridge } from '../app/bridge/bridge-context.ts';
import { rawAnswerTexts as texts } from '../texts/failures.ts';
import { CopyTextButton } from './copy-button.tsx';
import { OutsideText } from './outside-text.tsx';
import classes from './raw-answer.module.css';

export function RawAnswer({ intentKey }: { intentKey: string }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details className={classes['raw']} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>{texts.title}</summary>
      {isOpen && <Content intentKey={intentKey} />}
    </details>
  );
}

function Content({ intentKey }: { intentKey: string }) {
  const { queries } = useBridge();
  const { data, isError } = useQuery(
    queries.intents.answer.queryOptions({ input: { key: intentKey } }),
  );
  if (isError) return <p role="alert">{texts.failed}</p>;
  if (data === undefined) return null;
  if (data.answer === null) return <p>{texts.none}</p>;
  const { text, bytes, isShortened } = data.answer;
  if (text === '') return <p>{texts.empty}</p>;
  return (
    <>
      <pre className={classes['text']}>
        <OutsideText text={text} />
      </pre>
      <p className={classes['note']}>{isShortened ? texts.shortened(bytes) : texts.whole(bytes)}</p>
      <CopyTextButton text={text} label={texts.copy} />
    </>
  );
}
