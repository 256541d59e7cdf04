/** At the foot of the rail: whether deliveries can get in, by the tunnel that is worst off. */
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import type { TunnelView } from '../../../bridge/tunnels.ts';
import { StatusMark } from '../../components/status-mark.tsx';
import { useProofWords } from '../../components/token-check-mark.tsx';
import { webhookPaths } from '../../features/webhooks/paths.ts';
import { proofSentence } from '../../format/token-check-words.ts';
import { tokenCheckTexts } from '../../texts/token-check.ts';
import { useBridge } from '../bridge/bridge-context.ts';
import classes from './rail.module.css';
import { worstTunnel } from './worst-tunnel.ts';

export function TunnelStatus() {
  const { queries } = useBridge();
  const tunnels = useQuery(queries.tunnels.list.queryOptions());
  if (tunnels.data === undefined) return null;
  const tunnel = worstTunnel(tunnels.data.rows);
  return (
    <Link href={webhookPaths.tunnels} className={classes['tunnel']}>
      {tunnel === null ? <NoTunnel /> : <OneTunnel tunnel={tunnel} />}
    </Link>
  );
}

function NoTunnel() {
  return (
    <span title={tokenCheckTexts.rail.none}>
      <StatusMark tone="grey">{tokenCheckTexts.rail.none}</StatusMark>
    </span>
  );
}

function OneTunnel({ tunnel }: { tunnel: TunnelView }) {
  const { tone, state, last } = useProofWords(tunnel);
  return (
    <span title={`${tunnel.name}: ${proofSentence(tunnel)}`}>
      <StatusMark tone={tone}>{tokenCheckTexts.rail.name(state)}</StatusMark>
      {last !== null && <div className={classes['connectionAge']}>{last}</div>}
    </span>
  );
}
