/** Says of a record that it stands on nothing but what a person entered. */
import { annotationTexts as texts } from '../../texts/annotations.ts';
import { Notice } from '../notice.tsx';
import { Section } from '../section.tsx';

export function UnconfirmedNotice({ isRecordUnconfirmed }: { isRecordUnconfirmed: boolean }) {
  if (!isRecordUnconfirmed) return null;
  return (
    <Section title={texts.byHandTitle}>
      <Notice tone="grey">{texts.byHandAlone}</Notice>
    </Section>
  );
}
