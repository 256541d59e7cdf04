/** At the foot of the rail: whether the service answers, and when that was last found. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useStore } from 'zustand';
import type { ConnectionView } from '../../../bridge/connection.ts';
import { ShortMoment } from '../../components/moment.tsx';
import { StatusMark, type Tone } from '../../components/status-mark.tsx';
import { frameTexts } from '../../texts/frame.ts';
import { useBridge } from '../bridge/bridge-context.ts';
import classes from './rail.module.css';

const tones: Record<ConnectionView['service']['state'], Tone> = {
  'not-tried': 'grey',
  reachable: 'green',
  unreachable: 'red',
  'token-refused': 'red',
  'no-token': 'amber',
};

export function ConnectionStatus({ connection }: { connection: ConnectionView | undefined }) {
  const { status } = useBridge();
  const bridge = useStore(status, (current) => current.state);
  const check = useCheckConnection();
  const texts = frameTexts.connection;
  if (bridge === 'lost' || bridge === 'refused') {
    return (
      <div className={classes['connection']}>
        <StatusMark tone="red">{texts.bridgeLost}</StatusMark>
      </div>
    );
  }
  if (connection === undefined) return <div className={classes['connection']} />;
  const { state, at, sentence } = connection.service;
  return (
    <div className={classes['connection']} title={sentence ?? texts.states[state]}>
      <StatusMark tone={tones[state]}>{texts.states[state]}</StatusMark>
      {at !== null && (
        <span className={classes['connectionAge']}>
          <ShortMoment at={at} />
        </span>
      )}
      <button
        type="button"
        className={classes['check']}
        disabled={check.isPending}
        onClick={() => check.mutate()}
      >
        {check.isPending ? texts.checking : texts.check}
      </button>
    </div>
  );
}

/** Asks the service now; the frame shows what came of it. */
export function useCheckConnection() {
  const { bridge, queries } = useBridge();
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => bridge.connection.check(),
    onSuccess: (view) => client.setQueryData(queries.connection.get.queryKey(), view),
  });
}
