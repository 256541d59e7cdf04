/** What opens Causeway, passphrase or keychain, and the ways to change it. */
import { Group, Stack } from '@mantine/core';
import { useBridge } from '../../app/bridge/bridge-context.ts';
import { useConnection } from '../../app/shell/use-connection.ts';
import { DocumentButton } from '../../components/secret-entry/document-button.tsx';
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
            <DocumentButton document={change} variant="default">
              {backing === 'passphrase' ? texts.change : texts.set}
            </DocumentButton>
            {backing === 'passphrase' && (
              <DocumentButton document={keychain} variant="default">
                {texts.keychain}
              </DocumentButton>
            )}
          </Group>
          <SecretEntryStatus entry={change} />
          <SecretEntryStatus entry={keychain} />
        </Stack>
      )}
    </Section>
  );
}
