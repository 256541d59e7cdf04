/** Names of events, all of them. */
import classes from './webhooks.module.css';

export function EventNames({ events }: { events: readonly string[] }) {
  return (
    <ul className={classes['names']}>
      {events.map((event) => (
        <li key={event}>{event}</li>
      ))}
    </ul>
  );
}
