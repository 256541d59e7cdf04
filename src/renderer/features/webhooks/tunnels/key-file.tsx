import type { TunnelView } from '../../../../bridge/tunnels.ts';
import { useBridge } from '../../../app/bridge/bridge-context.ts';
import { Fact } from '../../../components/facts.tsx';
import { DocumentButton } from '../../../components/secret-entry/document-button.tsx';
import { SecretEntryStatus } from '../../../components/secret-entry/secret-entry-status.tsx';
import { useDocument } from '../../../components/secret-entry/use-document.ts';
import { StatusMark } from '../../../components/status-mark.tsx';
import classes from '../webhooks.module.css';
import { tunnelTexts } from './texts.ts';

const texts = tunnelTexts.item;

export function KeyFile({ tunnel }: { tunnel: TunnelView }) {
  const { bridge } = useBridge();
  const { settings } = tunnel;
  const auth = settings.kind === 'ssh' ? settings.auth : null;
  const path = auth?.method === 'key-file' ? auth.path : null;
  const choosing = useDocument(() => bridge.tunnels.chooseKeyFile({ id: tunnel.id }), path);
  if (auth?.method !== 'key-file') return null;
  return (
    <Fact name={texts.keyFile}>
      <span className={classes['marks']}>
        {path === null ? (
          <StatusMark tone="amber">{texts.noKeyFile}</StatusMark>
        ) : (
          <span className="mono">{path}</span>
        )}
        <DocumentButton
          document={choosing}
          size="compact-xs"
          variant={path === null ? 'filled' : 'default'}
          aria-label={`${texts.chooseKeyFile}: ${tunnel.name}`}
        >
          {texts.chooseKeyFile}
        </DocumentButton>
      </span>
      <SecretEntryStatus entry={choosing} />
    </Fact>
  );
}
