/** The answer of the service to what failed, as it came: closed until somebody asks. */
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { RawResponse as Answer } from '../../bridge/raw-response.ts';
import { useBridge } from '../app/bridge/bridge-context.ts';
import { rawResponseTexts as texts } from '../texts/failures.ts';
import { CopyTextButton } from './copy-button.tsx';
import { OutsideText } from './outside-text.tsx';
import classes from './raw-response.module.css';

/** Response to a write that was not created, read when the section is opened. */
export function RawResponseSection({ intentKey }: { intentKey: string }) {
  return (
    <Closed>
      <ReadAnswer intentKey={intentKey} />
    </Closed>
  );
}

/** Response to a read that failed, which came with the failure. */
export function GivenResponse({ answer }: { answer: Answer }) {
  return (
    <Closed>
      <AnswerText answer={answer} />
    </Closed>
  );
}

function Closed({ children }: { children: ReactNode }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details className={classes['raw']} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>{texts.title}</summary>
      {isOpen && children}
    </details>
  );
}

function ReadAnswer({ intentKey }: { intentKey: string }) {
  const { queries } = useBridge();
  const { data, isError } = useQuery(
    queries.intents.answer.queryOptions({ input: { key: intentKey } }),
  );
  if (isError) return <p role="alert">{texts.failed}</p>;
  if (data === undefined) return null;
  if (data.answer === null) return <p>{texts.none}</p>;
  return <AnswerText answer={data.answer} />;
}

function AnswerText({ answer: { text, bytes, isShortened } }: { answer: Answer }) {
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
