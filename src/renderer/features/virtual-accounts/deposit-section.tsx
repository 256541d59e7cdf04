/** Deposit instructions: each line to copy, and all of them at once (Interface 2.4). */
import { Group } from '@mantine/core';
import type { VirtualAccountDetail } from '../../../bridge/virtual-accounts.ts';
import { depositFields } from '../../../contract/fields.ts';
import { CopyTextButton } from '../../components/copy-button.tsx';
import { Copied, Fact, Facts } from '../../components/facts.tsx';
import { allSeen } from '../../components/outside-text.tsx';
import { Section } from '../../components/section.tsx';
import { SheetsButton } from '../deposit-sheets/sheets-button.tsx';
import { depositFieldName, depositText } from './deposit-text.ts';
import { virtualAccountTexts } from './texts.ts';

const isNumber = (field: string): boolean =>
  depositFields.some(({ key, kind }) => key === field && kind === 'number');

const onlyThis = (id: string) => ({ selection: { ids: [id] }, label: id });

export function DepositSection({ account }: { account: VirtualAccountDetail }) {
  const texts = virtualAccountTexts.detail;
  const { depositInstructions } = account;
  if (depositInstructions.length === 0) {
    return <Section title={texts.deposit}>{texts.noInstructions}</Section>;
  }
  return (
    <Section
      title={texts.deposit}
      lead={account.sourceCurrency === 'EUR' ? texts.ibanHint : texts.depositLead}
      action={
        <Group gap="xs">
          <SheetsButton choices={[onlyThis(account.id)]} accountId={account.id} />
          <CopyTextButton text={depositText(depositInstructions)} label={texts.copyAll} />
        </Group>
      }
    >
      <Facts>
        {depositInstructions.map(({ field, value }) => (
          <Fact key={field} name={depositFieldName(field)}>
            <Copied text={value} what={depositFieldName(field).toLowerCase()}>
              <span className={isNumber(field) ? 'mono' : undefined}>{allSeen(value)}</span>
            </Copied>
          </Fact>
        ))}
      </Facts>
    </Section>
  );
}
