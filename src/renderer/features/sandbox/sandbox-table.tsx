/** A table of the sandbox's screens, as wide as it needs. */
import type { ReactNode } from 'react';
import classes from './sandbox.module.css';

interface SandboxTableProps {
  label: string;
  headings: readonly string[];
  /** Rows. */
  children: ReactNode;
}

export const SandboxTable = ({ label, headings, children }: SandboxTableProps) => (
  <div className={classes['scroll']}>
    <table className={classes['table']} aria-label={label}>
      <thead>
        <tr>
          {headings.map((heading) => (
            <th key={heading}>{heading}</th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  </div>
);
