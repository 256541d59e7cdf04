/** Causeway's mark, as in resources/icon.svg, and its name. */
import classes from './mark.module.css';

export function Mark({ size = 22 }: { size?: number }) {
  return (
    <svg viewBox="64 64 896 896" width={size} height={size} aria-hidden className={classes['mark']}>
      <rect x="64" y="64" width="896" height="896" rx="200" fill="#0f5f63" />
      <g fill="none" stroke="#e9f6f5" strokeWidth="60" strokeLinecap="round">
        <path d="M200 372h624" />
        <path d="M256 640v-44a128 128 0 0 1 256 0v44M512 640v-44a128 128 0 0 1 256 0v44" />
        <path d="M200 728h624" stroke="#7fd1c7" />
      </g>
    </svg>
  );
}

export function NamedMark({ size }: { size?: number }) {
  return (
    <span className={classes['named']}>
      <Mark {...(size !== undefined && { size })} />
      <span className={classes['name']}>Causeway</span>
    </span>
  );
}
