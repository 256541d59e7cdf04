/** Words of a computer or team, numbered, for people to compare. */
import classes from './settings.module.css';

export function Words({ words }: { words: readonly string[] }) {
  return (
    <ol className={classes['words']}>
      {words.map((word, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same word may stand at two places
        <li key={at}>{word}</li>
      ))}
    </ol>
  );
}
