/** The browser host gives this page no session: a link works once and for a minute, in Chromium alone. */
import { Title } from '@mantine/core';
import { NamedMark } from '../../components/mark.tsx';
import { frameTexts } from '../../texts/frame.ts';
import classes from './gate.module.css';

export function FreshLinkScreen({ isOtherEngine }: { isOtherEngine: boolean }) {
  const { title, body } = frameTexts.gate[isOtherEngine ? 'otherEngine' : 'fresh'];
  return (
    <main className={classes['page']}>
      <div className={classes['sheet']}>
        <NamedMark size={32} />
        <Title order={1}>{title}</Title>
        <p>{body}</p>
      </div>
    </main>
  );
}
