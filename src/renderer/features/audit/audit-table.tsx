/** Entries of the audit log, newest first. */
import type { AuditEntryView } from '../../../bridge/audit.ts';
import { auditLabel } from '../../../bridge/audit-labels.ts';
import { ShortIdentifier } from '../../components/identifier.tsx';
import { ShortMoment } from '../../components/moment.tsx';
import { allSeen } from '../../components/outside-text.tsx';
import narrow from '../../components/table/narrow-blocks.module.css';
import { shortId } from '../../format/identifiers.ts';
import classes from './audit.module.css';
import { auditFactsOf } from './audit-view.ts';
import { auditTexts } from './texts.ts';

const { columns, filters } = auditTexts;

export function AuditTable({ rows }: { rows: readonly AuditEntryView[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section className={classes['scroll']} tabIndex={0} aria-label={auditTexts.label}>
      <table className={`${classes['table']} ${narrow['blocks']}`}>
        <thead>
          <tr>
            <th scope="col">{columns.sequence}</th>
            <th scope="col">{columns.at}</th>
            <th scope="col">{columns.action}</th>
            <th scope="col">{columns.by}</th>
            <th scope="col">{columns.facts}</th>
            <th scope="col">{columns.hash}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ sequence, at, action, facts, hash }) => {
            const { person, rest } = personIn(facts);
            return (
              <tr key={sequence}>
                <td className={classes['number']}>{sequence}</td>
                <td>
                  <ShortMoment at={at} />
                </td>
                <td className={classes['action']} title={action} data-plain>
                  {auditLabel(action)}
                </td>
                <td className={classes['by']}>
                  <span className={classes['person']}>{allSeen(person)}</span>
                </td>
                <td className={classes['facts']}>
                  <dl className={classes['auditFacts']}>
                    {auditFactsOf(rest).map(({ name, value }) => (
                      <div key={name}>
                        <dt>{name}</dt>{' '}
                        <dd className="mono">
                          <FactValue name={name} value={value} />
                        </dd>
                      </div>
                    ))}
                  </dl>
                </td>
                <td className={`mono ${classes['hash']}`} title={hash}>
                  {shortId(hash)}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}

/** SHA-256 and longer, such as a signing key or a signature. */
const digest = /^[0-9a-f]{64,}$/i;

/** Whole, a digest makes a narrow row several lines long. Also a list of them, as of approvals. */
function FactValue({ name, value }: { name: string; value: string }) {
  const parts = value.split(', ');
  if (!parts.every((part) => digest.test(part))) return allSeen(value);
  return parts.map((part) => <ShortIdentifier key={part} id={part} what={name} />);
}

/** Who acted stands in a column of its own. */
function personIn(facts: unknown): { readonly person: string; readonly rest: unknown } {
  if (typeof facts !== 'object' || facts === null || Array.isArray(facts)) {
    return { person: '', rest: facts };
  }
  const { by, byName, ...rest } = facts as Record<string, unknown>;
  if (typeof by !== 'string') return { person: '', rest: facts };
  return { person: filters.person(by, typeof byName === 'string' ? byName : null), rest };
}
