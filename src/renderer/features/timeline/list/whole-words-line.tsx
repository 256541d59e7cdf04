/** Says which words of a search are found only whole, and what helps. */
import { Text } from '@mantine/core';
import { timelineTexts } from '../texts.ts';
import classes from '../timeline.module.css';

export function WholeWordsLine({ words }: { words: readonly string[] }) {
  if (words.length === 0) return null;
  return (
    <div className={classes['over']}>
      <Text size="sm" c="dimmed" role="status">
        {timelineTexts.search.whole(words)}
      </Text>
    </div>
  );
}
