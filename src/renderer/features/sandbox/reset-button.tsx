import { useBridge } from '../../app/bridge/bridge-context.ts';
import { useProfileId } from '../../app/shell/use-profile-id.ts';
import { DocumentButton } from '../../components/secret-entry/document-button.tsx';
import { SecretEntryStatus } from '../../components/secret-entry/secret-entry-status.tsx';
import { useDocument } from '../../components/secret-entry/use-document.ts';
import classes from './sandbox.module.css';

export function ResetButton({ children }: { children: string }) {
  const { bridge } = useBridge();
  const id = useProfileId();
  const resetting = useDocument(() => bridge.profiles.startAnew({ id }));
  return (
    <div className={classes['stack']}>
      <div>
        <DocumentButton document={resetting} variant="default">
          {children}
        </DocumentButton>
      </div>
      <SecretEntryStatus entry={resetting} />
    </div>
  );
}
