/** Erases all that the built-in sandbox holds, once a person confirms it in main's own document. */
import { Button } from '@mantine/core';
import { useBridge } from '../../app/bridge/bridge-context.ts';
import { useProfileId } from '../../app/shell/use-profile-id.ts';
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
        <Button
          variant="default"
          loading={resetting.isOpening}
          onClick={() => resetting.open(undefined)}
        >
          {children}
        </Button>
      </div>
      <SecretEntryStatus entry={resetting} />
    </div>
  );
}
