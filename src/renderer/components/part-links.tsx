/** The parts of a screen, side by side under its title. */
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import classes from './part-links.module.css';

export interface Part {
  name: string;
  href: string;
  /** What waits there for a person, in a word or number. */
  note?: ReactNode;
}

export interface PartLinksProps {
  label: string;
  parts: readonly Part[];
  /** Address of the part that is shown. */
  current: string;
}

export function PartLinks({ label, parts, current }: PartLinksProps) {
  return (
    <nav aria-label={label} className={classes['parts']}>
      {parts.map(({ name, href, note }) => (
        <Link
          key={href}
          href={href}
          className={classes['part']}
          aria-current={href === current ? 'page' : undefined}
        >
          {note === undefined ? (
            <span className={classes['name']} data-name={name}>
              {name}
            </span>
          ) : (
            <>
              {name} <span className={classes['note']}>{note}</span>
            </>
          )}
        </Link>
      ))}
    </nav>
  );
}
