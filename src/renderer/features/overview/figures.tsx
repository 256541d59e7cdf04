/** Small charts: each bar a link, each number beside it, and the same as a table. */
import { Link } from 'wouter';
import type { SideTotals } from '../../../bridge/payouts.ts';
import { groupedCount } from '../../../bridge/words.ts';
import { PageLink } from '../../components/page-link.tsx';
import { SumLines } from '../payouts/payout-totals.tsx';
import classes from './overview.module.css';

export interface Figure {
  readonly key: string;
  readonly label: string;
  readonly count: number;
  readonly href: string;
  /** One for each heading of `sums`; a bar shows the first. */
  readonly sums?: readonly SideTotals[];
}

export interface FiguresProps {
  caption: string;
  heading: string;
  number: string;
  /** Headings of what is summed, in the table. */
  sums?: readonly string[];
  figures: readonly Figure[];
  isTable: boolean;
}

const none: readonly never[] = [];

export function Figures(props: FiguresProps) {
  const { caption, heading, number, sums: headings = none, figures, isTable } = props;
  if (isTable) {
    return (
      <table className={classes['table']}>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{heading}</th>
            <th scope="col" className={classes['end']}>
              {number}
            </th>
            {headings.map((name) => (
              <th key={name} scope="col" className={classes['end']}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {figures.map(({ key, label, count, href, sums = none }) => (
            <tr key={key}>
              <td>
                <PageLink href={href}>{label}</PageLink>
              </td>
              <td className={classes['end']}>{groupedCount(count)}</td>
              {headings.map((name, at) => (
                <td key={name} className={classes['sums']}>
                  {sums[at] !== undefined && <SumLines of={sums[at]} />}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    );
  }
  const largest = Math.max(1, ...figures.map(({ count }) => count));
  return (
    <ul className={classes['bars']} aria-label={caption}>
      {figures.map(({ key, label, count, href, sums: [sum] = none }) => (
        <li key={key}>
          <Link href={href} className={classes['bar']}>
            <span>{label}</span>
            <span className={classes['track']} aria-hidden>
              <span
                className={classes['fill']}
                style={{ inlineSize: `${(count / largest) * 100}%` }}
                data-some={count > 0}
              />
            </span>
            <strong>{groupedCount(count)}</strong>
            {sum !== undefined && (
              <span className={classes['barSums']} data-veiled>
                <SumLines of={sum} />
              </span>
            )}
          </Link>
        </li>
      ))}
    </ul>
  );
}

export interface ColumnsProps {
  figure: Figure;
  bars: readonly Figure[];
  /** When the bars begin and end, as stands under them. */
  ends: readonly [string, string];
}

/**
 * A number, and how it came about over time. Each column leads to its list by the pointer; by the keyboard,
 * and read aloud, the table does.
 */
export function Columns({ figure, bars, ends }: ColumnsProps) {
  const largest = Math.max(1, ...bars.map(({ count }) => count));
  return (
    <div>
      <Link href={figure.href} className={classes['columnFigure']}>
        <span>{figure.label}</span>
        <strong className={classes['total']}>{groupedCount(figure.count)}</strong>
      </Link>
      <div className={classes['spark']} aria-hidden>
        {bars.map(({ key, label, count, href }) =>
          count === 0 ? (
            <span key={key} />
          ) : (
            <Link key={key} href={href} tabIndex={-1} title={`${label}: ${groupedCount(count)}`}>
              <span
                className={classes['column']}
                style={{ blockSize: `${(count / largest) * 100}%` }}
              />
            </Link>
          ),
        )}
      </div>
      <div className={classes['ends']} aria-hidden>
        <span>{ends[0]}</span>
        <span>{ends[1]}</span>
      </div>
    </div>
  );
}
