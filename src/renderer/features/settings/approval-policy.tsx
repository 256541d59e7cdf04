/** The policy of approvals: as it stands, and for owners the form that a document of main's own confirms. */
import { Button, Checkbox, Group, NativeSelect, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import {
  type ApprovalSubject,
  approvalSubjects,
  limitedSubjects,
  maxApprovers,
  maxFeeBps,
  maxPerDay,
  maxRules,
} from '../../../bridge/approval-limits.ts';
import type { ApprovalPolicy, ApprovalRule } from '../../../bridge/approvals.ts';
import { maxBulkRows } from '../../../bridge/bulk-limits.ts';
import { canonicalNetwork, knownNetworks } from '../../../contract/currencies.ts';
import { type WriteName, writes } from '../../../contract/writes.ts';
import { useBridge } from '../../app/bridge/bridge-context.ts';
import { useProfileId } from '../../app/shell/use-profile-id.ts';
import { ChoiceInput } from '../../components/choice-input.tsx';
import { ShortMoment } from '../../components/moment.tsx';
import { Notice } from '../../components/notice.tsx';
import { SecretEntryStatus } from '../../components/secret-entry/secret-entry-status.tsx';
import { useDocument } from '../../components/secret-entry/use-document.ts';
import { Section } from '../../components/section.tsx';
import { useUnsaved } from '../../components/use-unsaved.ts';
import { WholeNumberInput, wholeNumberOf } from '../../components/whole-number-input.tsx';
import { keyed } from '../../format/keyed.ts';
import { stateTexts } from '../../texts/states.ts';
import classes from './approval-policy.module.css';
import { policyTexts as texts } from './team-texts.ts';

type RuleNumber = 'approvers' | 'feeAtLeast' | 'rowsAtLeast';

type RuleValues = Omit<ApprovalRule, RuleNumber> & Record<RuleNumber, string>;

/** What is typed of an approval policy. */
interface PolicyValues {
  rules: RuleValues[];
  /** Empty: no limit. */
  limits: Partial<Record<WriteName, string>>;
  allowWithoutDatabase: boolean;
}

const policyBounds = {
  approvers: { min: 1, max: maxApprovers },
  feeAtLeast: { min: 1, max: maxFeeBps },
  rowsAtLeast: { min: 1, max: maxBulkRows },
  mostPerDay: { min: 0, max: maxPerDay },
};

const newRule: RuleValues = {
  of: 'createVirtualAccount',
  network: null,
  isNewAddress: false,
  feeAtLeast: '',
  rowsAtLeast: '',
  approvers: '1',
};

const typedOf = (value: number | null): string => (value === null ? '' : String(value));

const policyValues = (policy: ApprovalPolicy): PolicyValues => ({
  ...policy,
  rules: policy.rules.map((rule) => ({
    ...rule,
    approvers: typedOf(rule.approvers),
    feeAtLeast: typedOf(rule.feeAtLeast),
    rowsAtLeast: typedOf(rule.rowsAtLeast),
  })),
  limits: Object.fromEntries(policy.limits.map(({ of, mostPerDay }) => [of, typedOf(mostPerDay)])),
});

/** The policy that comes of what is typed. null: a number is none, as its field says. */
function policyOf(values: PolicyValues): ApprovalPolicy | null {
  let isRight = true;
  const numberOf = (typed: string, of: keyof typeof policyBounds): number => {
    const value = wholeNumberOf(typed, policyBounds[of]);
    isRight &&= value !== null;
    return value ?? 0;
  };
  const orNone = (typed: string, of: keyof typeof policyBounds): number | null =>
    typed.trim() === '' ? null : numberOf(typed, of);
  const policy: ApprovalPolicy = {
    ...values,
    rules: values.rules.map((rule) => ({
      ...rule,
      approvers: numberOf(rule.approvers, 'approvers'),
      feeAtLeast: orNone(rule.feeAtLeast, 'feeAtLeast'),
      rowsAtLeast: orNone(rule.rowsAtLeast, 'rowsAtLeast'),
    })),
    limits: limitedSubjects.flatMap((of) => {
      const mostPerDay = orNone(values.limits[of] ?? '', 'mostPerDay');
      return mostPerDay === null ? [] : [{ of, mostPerDay }];
    }),
  };
  return isRight ? policy : null;
}

export function ApprovalPolicySection() {
  const { queries } = useBridge();
  const { data: status } = useQuery(queries.approvals.status.queryOptions());
  const [isEditing, setIsEditing] = useState(false);
  const close = useCallback(() => setIsEditing(false), []);
  if (status === undefined || status === null) return null;
  const { policy, sentences, setBy, setAt, maySet } = status;
  const setKey = `${setAt ?? ''} ${status.policies}`;
  return (
    <Section title={texts.title} lead={texts.lead}>
      <Stack gap="md">
        <ul className={classes['sentences']}>
          {sentences.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
        {setAt !== null && (
          <p className="dimmed">
            {texts.setBy(setBy?.person ?? setBy?.computer ?? '')} <ShortMoment at={setAt} />
          </p>
        )}
        {status.isWaiting && (
          <p>
            {texts.waits} {status.policies > 1 && texts.bothApply}
          </p>
        )}
        {status.policies > 1 && !status.isWaiting && <p>{texts.several}</p>}
        {status.isLost && <Notice tone="amber">{texts.lost}</Notice>}
        {maySet && !isEditing && (
          <Group>
            <Button variant="default" onClick={() => setIsEditing(true)}>
              {texts.edit}
            </Button>
          </Group>
        )}
        {!maySet && <p className="dimmed">{texts.ownersOnly}</p>}
        {maySet && isEditing && <PolicyForm policy={policy} setKey={setKey} onClose={close} />}
      </Stack>
    </Section>
  );
}

interface PolicyFormProps {
  policy: ApprovalPolicy;
  /** Another one when a policy was set. */
  setKey: string;
  onClose: () => void;
}

function PolicyForm({ policy, setKey, onClose }: PolicyFormProps) {
  const { bridge } = useBridge();
  const profileId = useProfileId();
  const [values, setValues] = useState(() => policyValues(policy));
  const typed = policyOf(values);
  useUnsaved(JSON.stringify(values) !== JSON.stringify(policyValues(policy)));
  /** What was set when its window was opened; null before. */
  const [openedOver, setOpenedOver] = useState<string | null>(null);
  const setting = useDocument(
    (given: ApprovalPolicy) => bridge.approvals.setPolicy({ profileId, policy: given }),
    setKey,
  );
  // Its window has done its work: what was set stands above.
  const isSet = setting.opened !== null && setKey !== openedOver;
  useEffect(() => {
    if (isSet) onClose();
  }, [isSet, onClose]);
  const setRule = (at: number, rule: RuleValues | null): void =>
    setValues({
      ...values,
      rules: values.rules.flatMap((one, index) => (index === at ? (rule ?? []) : one)),
    });
  return (
    <Stack gap="md">
      {keyed(values.rules, ({ of }) => of).map(({ key, item }, at) => (
        <RuleFields key={key} number={at + 1} rule={item} onChange={(rule) => setRule(at, rule)} />
      ))}
      <Group>
        <Button
          variant="default"
          disabled={values.rules.length >= maxRules}
          onClick={() => setValues({ ...values, rules: [...values.rules, newRule] })}
        >
          {texts.addRule}
        </Button>
      </Group>
      <Limits values={values} onChange={setValues} />
      <Checkbox
        label={texts.withoutDatabase}
        description={texts.withoutDatabaseHelp}
        checked={values.allowWithoutDatabase}
        onChange={(event) =>
          setValues({ ...values, allowWithoutDatabase: event.currentTarget.checked })
        }
      />
      <Group>
        <Button
          disabled={typed === null}
          loading={setting.isOpening}
          onClick={() => {
            if (typed === null) return;
            setOpenedOver(setKey);
            setting.open(typed);
          }}
        >
          {texts.set}
        </Button>
        <Button variant="default" onClick={onClose}>
          {stateTexts.cancel}
        </Button>
      </Group>
      <SecretEntryStatus entry={setting} />
    </Stack>
  );
}

interface RuleFieldsProps {
  number: number;
  rule: RuleValues;
  /** null: it goes. */
  onChange: (rule: RuleValues | null) => void;
}

/** Each once, by its one name. */
const networks = knownNetworks
  .filter((name) => canonicalNetwork(name) === name)
  .map((name) => ({ value: name, label: name }));

function RuleFields({ number, rule, onChange }: RuleFieldsProps) {
  const hasWallet = rule.of === 'bulk' || writes[rule.of].paysWallet;
  const change = (more: Partial<RuleValues>) => onChange({ ...rule, ...more });
  return (
    <fieldset className={classes['group']}>
      <legend>{texts.rule(number)}</legend>
      <Stack gap="xs">
        <Group align="end" gap="sm">
          <NativeSelect
            label={texts.of}
            data={approvalSubjects.map((value) => ({ value, label: texts.subjects[value] }))}
            value={rule.of}
            onChange={(event) =>
              onChange({
                ...newRule,
                approvers: rule.approvers,
                of: event.currentTarget.value as ApprovalSubject,
              })
            }
          />
          <WholeNumberInput
            label={texts.approvers}
            {...policyBounds.approvers}
            typed={rule.approvers}
            onTyped={(approvers) => change({ approvers })}
          />
          <Button
            variant="default"
            aria-label={texts.removeRule(number)}
            onClick={() => onChange(null)}
          >
            {texts.remove}
          </Button>
        </Group>
        {hasWallet && (
          <Group align="end" gap="sm">
            <ChoiceInput
              name={`network-${number}`}
              label={texts.network}
              otherLabel={texts.otherNetwork}
              placeholder={texts.any}
              error={null}
              choices={networks}
              value={rule.network ?? ''}
              onChange={(value) => {
                const network = value.trim().slice(0, 64);
                change({ network: network === '' ? null : network });
              }}
            />
            <WholeNumberInput
              label={texts.fee}
              placeholder={texts.any}
              {...policyBounds.feeAtLeast}
              typed={rule.feeAtLeast}
              onTyped={(feeAtLeast) => change({ feeAtLeast })}
            />
            <Checkbox
              label={texts.newAddress}
              checked={rule.isNewAddress}
              onChange={(event) => change({ isNewAddress: event.currentTarget.checked })}
            />
          </Group>
        )}
        {rule.of === 'bulk' && (
          <Group align="end" gap="sm">
            <WholeNumberInput
              label={texts.rows}
              placeholder={texts.any}
              {...policyBounds.rowsAtLeast}
              typed={rule.rowsAtLeast}
              onTyped={(rowsAtLeast) => change({ rowsAtLeast })}
            />
          </Group>
        )}
      </Stack>
    </fieldset>
  );
}

function Limits({
  values,
  onChange,
}: {
  values: PolicyValues;
  onChange: (values: PolicyValues) => void;
}) {
  return (
    <fieldset className={classes['group']}>
      <legend>{texts.limits}</legend>
      <Group align="end" gap="sm">
        {limitedSubjects.map((of) => (
          <WholeNumberInput
            key={of}
            label={texts.limitOf[of]}
            placeholder={texts.noLimit}
            {...policyBounds.mostPerDay}
            typed={values.limits[of] ?? ''}
            onTyped={(typed) => onChange({ ...values, limits: { ...values.limits, [of]: typed } })}
          />
        ))}
      </Group>
    </fieldset>
  );
}
