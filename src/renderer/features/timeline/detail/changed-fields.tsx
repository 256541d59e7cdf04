/** Fields that say otherwise than before: was and is, one a line. */
import type { FieldChange } from '../../../../bridge/timeline.ts';
import { OutsideText } from '../../../components/outside-text.tsx';
import classes from './detail.module.css';
import { spreadChanges } from './explained.ts';
import { eventTexts } from './texts.ts';

const texts = eventTexts.change;

export function ChangedFields({ fields }: { fields: readonly FieldChange[] }) {
  if (fields.length === 0) return null;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section className={classes['tableBox']} tabIndex={0} aria-label={texts.title}>
      <table className={classes['changes']}>
        <thead>
          <tr>
            <th scope="col">{texts.field}</th>
            <th scope="col">{texts.was}</th>
            <th scope="col">{texts.is}</th>
          </tr>
        </thead>
        <tbody>
          {spreadChanges(fields).map((field) => (
            <tr key={field.path}>
              <th scope="row">
                <span className={classes['path']}>
                  <OutsideText text={formatPath(field.path)} />
                </span>
                <span className={classes['kind']}>{texts.kinds[field.kind]}</span>
              </th>
              <td>
                <Value value={field.was} isThere={field.kind !== 'added'} />
              </td>
              <td>
                <Value value={field.is} isThere={field.kind !== 'removed'} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Value({ value, isThere }: { value: FieldChange['was']; isThere: boolean }) {
  if (!isThere) return <span className="dimmed">{texts.notThere}</span>;
  return (
    <span className={classes['value']}>
      <OutsideText text={formatValue(value)} />
    </span>
  );
}

/** `status` for `/status`, `fees › 0 › bpsRate` for `/fees/0/bpsRate` (RFC 6901). */
export const formatPath = (pointer: string): string =>
  pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .join(' › ');

/** Text as it is, and a list of texts one a line; anything else as JSON writes it. */
export function formatValue(value: FieldChange['was']): string {
  if (typeof value === 'string' && value !== '') return value;
  const isWords = Array.isArray(value) && value.length > 0 && value.every(isWord);
  return isWords ? value.join('\n') : JSON.stringify(value);
}

const isWord = (value: FieldChange['was']): boolean => typeof value === 'string' && value !== '';
