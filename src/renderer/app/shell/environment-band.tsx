/** Which world this is, over the whole width: solid and dark for production, thin and striped for a sandbox. */
import type { ConnectionView } from '../../../bridge/connection.ts';
import { frameTexts } from '../../texts/frame.ts';
import classes from './shell.module.css';

export function EnvironmentBand({ connection }: { connection: ConnectionView | undefined }) {
  if (connection === undefined) return <div className={classes['band']} />;
  const { band } = frameTexts;
  const isProduction = connection.environment === 'production';
  const hint = isProduction
    ? band.productionHint
    : connection.environment === 'built-in'
      ? band.builtInHint
      : band.sandboxHint;
  return (
    <header className={classes['band']} data-environment={isProduction ? 'production' : 'sandbox'}>
      <strong>{isProduction ? band.production : band.sandbox}</strong>
      <span className={classes['bandHint']}>
        {connection.profileName} · {hint}
      </span>
    </header>
  );
}
