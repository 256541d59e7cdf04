/** JSON as a tree that opens and closes, in the browser's own disclosure widgets. */
import classes from './json-tree.module.css';
import { OutsideText } from './outside-text.tsx';

export type JsonValue =
  | string
  | number
  | boolean
  | null
  | JsonValue[]
  | { [key: string]: JsonValue };

export function JsonTree({ value }: { value: JsonValue }) {
  return (
    <div className={classes['tree']} data-veiled>
      <Node name={null} value={value} depth={0} />
    </div>
  );
}

function Node({ name, value, depth }: { name: string | null; value: JsonValue; depth: number }) {
  const label =
    name === null ? null : (
      <span className={classes['key']}>
        <OutsideText text={JSON.stringify(name).slice(1, -1)} />
      </span>
    );
  if (value === null || typeof value !== 'object') {
    return (
      <div className={classes['leaf']}>
        {label}{' '}
        <span data-kind={typeof value}>
          <OutsideText text={JSON.stringify(value)} />
        </span>
      </div>
    );
  }
  const entries = Object.entries(value);
  const size = Array.isArray(value) ? `[${entries.length}]` : `{${entries.length}}`;
  if (entries.length === 0) {
    return (
      <div className={classes['leaf']}>
        {label} <span className="dimmed">{Array.isArray(value) ? '[ ]' : '{ }'}</span>
      </div>
    );
  }
  return (
    <details open={depth < 3} className={classes['branch']}>
      <summary className={classes['summary']}>
        {label} <span className="dimmed">{size}</span>
      </summary>
      <div className={classes['children']}>
        {entries.map(([key, child]) => (
          <Node key={key} name={key} value={child} depth={depth + 1} />
        ))}
      </div>
    </details>
  );
}
