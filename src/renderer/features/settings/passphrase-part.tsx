/** What opens Causeway, passphrase or keychain, and the ways to change it. */
import { Button, Group, Stack } from '@mantine/core';
import { useBridge } from '../../app/bridge/bridge-context.ts';
import { useConnection } from '../../app/shell/use-connection.ts';
import { SecretEntryStatus } from '../../components/secret-entry/secret-entry-status.tsx';
import { useDocument } from '../../components/secret-entry/use-document.ts';
import { Section } from '../../components/section.tsx';
import { settingsTexts } from './texts.ts';

const texts = settingsTexts.passphrase;

export function PassphrasePart() {
  const { bridge } = useBridge();
  const vault = useConnection()?.vault;
  const backing = vault?.state === 'unlocked' ? vault.backing : null;
  const change = useDocument(() => bridge.vault.changePassphrase(), backing);
  const keychain = useDocument(() => bridge.vault.moveToKeychain(), backing);
  if (backing === null) return null;
  return (
    <Section title={texts.title} lead={texts.lead[backing]}>
      {backing !== 'session' && (
        <Stack gap="md">
          <Group gap="sm">
            <Button
              variant="default"
              loading={change.isOpening}
              onClick={() => change.open(undefined)}
            >
              {backing === 'passphrase' ? texts.change : texts.set}
            </Button>
            {backing === 'passphrase' && (
              <Button
                variant="default"
                loading={keychain.isOpening}
                onClick={() => keychain.open(undefined)}
              >
                {texts.keychain}
              </Button>
            )}
          </Group>
          <SecretEntryStatus entry={change} />
          <SecretEntryStatus entry={keychain} />
        </Stack>
      )}
    </Section>
  );
}
