/** The fields of a new customer, and the button that sends them. */
import { Button, NativeSelect, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { type FormEvent, type ReactNode, useMemo, useState } from 'react';
import type { ApprovalRequestInput } from '../../../bridge/approvals.ts';
import { requestLabels } from '../../../contract/fields.ts';
import { DayLimit } from '../../components/approval/day-limit.tsx';
import {
  RequestApproval,
  useIsRequesting,
  useSimpleNeed,
} from '../../components/approval/request-approval.tsx';
import { ChoiceInput } from '../../components/choice-input.tsx';
import { AttemptNotice, Blocked } from '../../components/draft/attempt-notice.tsx';
import classes from '../../components/draft/form.module.css';
import type { UsedDraft } from '../../components/draft/use-draft.ts';
import { focusField, passesChecks, useDraftForm } from '../../components/draft/use-draft-form.ts';
import { SuggestionInput } from '../../components/suggestion-input.tsx';
import type { Suggestion } from '../../components/suggestions.ts';
import { isOutcomeOpen, isUnderWay } from '../../stores/drafts.ts';
import { formTexts } from '../../texts/forms.ts';
import {
  cleanPhone,
  countryChoices,
  customerChecks,
  customerRequestOf,
  fieldsToTellApart,
  taxTypeSuggestions,
} from './customer-form.ts';
import type { CustomerValues } from './customer-values.ts';
import { customerTexts } from './texts.ts';

const { form: fieldTexts } = customerTexts;
const customerFields = requestLabels.customer;

interface CustomerForm {
  form: UseFormReturnType<CustomerValues>;
  /** Fields that are marked for what all of the form lacks: a sentence, or true for the mark alone. */
  marks: Partial<Record<keyof CustomerValues, ReactNode>>;
}

interface FieldProps extends CustomerForm {
  name: keyof CustomerValues;
  label: string;
  help?: string;
}

/** A problem that speaks takes the place of the help, which would say the same again. */
function wordsOf({ form, marks, name }: Omit<FieldProps, 'label'>, help: string | undefined) {
  const error = form.errors[name] ?? marks[name];
  return { error, description: typeof error === 'string' ? undefined : help };
}

/** The kinds of field in the form of a customer: plain, phone, and with suggestions. */
function TextField(props: FieldProps & { type?: 'email' | 'text' }) {
  const { form, name, label, type = 'text' } = props;
  return (
    <TextInput
      {...form.getInputProps(name)}
      {...wordsOf(props, props.help)}
      type={type}
      label={label}
    />
  );
}

/** What people write between digits is taken out when the field is left, and that is said. */
function PhoneField({ form, marks }: CustomerForm) {
  const [wasCleaned, setWasCleaned] = useState(false);
  const input = form.getInputProps('phone');
  const typed = form.values.phone;
  const help = wasCleaned ? fieldTexts.phoneCleaned : fieldTexts.phoneHelp;
  return (
    <TextInput
      {...input}
      {...wordsOf({ form, marks, name: 'phone' }, help)}
      type="tel"
      label={customerFields.phone}
      onBlur={(event) => {
        const phone = cleanPhone(typed);
        setWasCleaned(phone !== typed);
        if (phone !== typed) form.setFieldValue('phone', phone);
        input.onBlur?.(event);
      }}
    />
  );
}

/** Anything may be typed; what is suggested is only a help. */
function SuggestedField(props: FieldProps & { suggestions: readonly Suggestion[] }) {
  const { form, name, label, suggestions } = props;
  const { error, description } = wordsOf(props, props.help);
  return (
    <SuggestionInput
      label={label}
      description={description}
      name={name}
      error={error}
      value={form.values[name]}
      suggestions={suggestions}
      onChange={(value) => form.setFieldValue(name, value)}
      onLeave={() => undefined}
    />
  );
}

const { form: texts, problems } = customerTexts;
const fields = requestLabels.customer;

export function CustomerFormFields({ used }: { used: UsedDraft<CustomerValues> }) {
  const { draft } = used;
  const form = useDraftForm(draft, used.change, customerChecks);
  const [wasSent, setWasSent] = useState(false);
  const [place, setPlace] = useState<HTMLElement | null>(null);
  const isBusiness = form.values.type === 'business';
  const isRequesting = useIsRequesting();
  const isBusy = isUnderWay(draft.attempt) || isRequesting;
  // Only after a try to send, and gone as soon as any of them holds something.
  const blank = wasSent ? fieldsToTellApart(form.values) : [];
  const marked: CustomerForm = {
    form,
    marks: {
      ...Object.fromEntries(blank.map((name) => [name, true])),
      ...(blank.length > 0 && { email: problems.nobody[isBusiness ? 'business' : 'individual'] }),
    },
  };

  const need = useSimpleNeed('createCustomer');
  const blocked = need === null ? used.blocked : used.approvalBlocked;
  const isComplete = (): boolean => {
    setWasSent(true);
    if (!passesChecks(form) || blocked !== null) return false;
    const [first] = fieldsToTellApart(form.values);
    if (first !== undefined) focusField(first);
    return first === undefined;
  };
  const request = (confirmed: string[]): ApprovalRequestInput | null => {
    if (!isComplete()) return null;
    const { intentKey, values } = draft;
    return { what: 'createCustomer', intentKey, ...customerRequestOf(values), confirmed };
  };
  const isBlocked = blocked !== null || isOutcomeOpen(draft.attempt);

  return (
    <div className={classes['page']}>
      {/* Enter in a field sends nothing: only the button does. */}
      <form
        className={classes['form']}
        noValidate
        onSubmit={(event: FormEvent) => event.preventDefault()}
      >
        <p className="dimmed">{texts.lead}</p>
        <Group legend={texts.contact} isBusy={isBusy}>
          <NativeSelect
            label={fields.type}
            description={texts.typeHelp}
            aria-required
            data={[
              { value: 'individual', label: customerTexts.types.individual },
              { value: 'business', label: customerTexts.types.business },
            ]}
            {...form.getInputProps('type')}
          />
          <span />
          <TextField
            {...marked}
            name="email"
            type="email"
            label={fields.email}
            help={texts.verificationHelp}
          />
          <PhoneField {...marked} />
        </Group>
        <PersonFields {...marked} isBusiness={isBusiness} isBusy={isBusy} />
        <AddressFields {...marked} isBusy={isBusy} />
        <AttemptNotice attempt={draft.attempt} intentKey={draft.intentKey} />
        <DayLimit of="createCustomer" />
        {need !== null && (
          <RequestApproval
            need={need}
            request={request}
            values={draft.values}
            isBlocked={isBlocked}
            onRequested={used.startOver}
            place={place}
          />
        )}
        <div className={classes['actions']}>
          {need !== null && <span ref={setPlace} />}
          {need === null && (
            <Button
              onClick={() => isComplete() && void used.send()}
              loading={draft.attempt.state === 'sending'}
              disabled={isBlocked}
            >
              {texts.action}
            </Button>
          )}
          <Button variant="default" disabled={isBusy} onClick={used.startOver}>
            {formTexts.start}
          </Button>
          <Blocked blocked={blocked} />
          <Problems count={Object.keys(form.errors).length} isBlank={blank.length > 0} />
        </div>
      </form>
    </div>
  );
}

function Problems({ count, isBlank }: { count: number; isBlank: boolean }) {
  if (count === 0 && !isBlank) return null;
  return (
    <span className={classes['problems']} role="status">
      {count > 0 ? formTexts.problems(count) : formTexts.oneOfMarked}
    </span>
  );
}

function PersonFields(props: CustomerForm & { isBusiness: boolean; isBusy: boolean }) {
  if (props.isBusiness) {
    return (
      <Group legend={texts.business} isBusy={props.isBusy} hint={texts.businessHint}>
        <TextField
          form={props.form}
          marks={props.marks}
          name="ownName"
          label={texts.ownName}
          help={texts.ownNameHelp}
        />
      </Group>
    );
  }
  const { form, marks } = props;
  return (
    <Group legend={texts.person} isBusy={props.isBusy} hint={texts.personHint}>
      <TextField
        form={form}
        marks={marks}
        name="firstName"
        label={fields['personalInformation.firstName']}
      />
      <TextField
        form={form}
        marks={marks}
        name="lastName"
        label={fields['personalInformation.lastName']}
      />
      <TextField
        form={form}
        marks={marks}
        name="taxIdentificationNumber"
        label={fields['personalInformation.taxIdentificationNumber']}
      />
      <SuggestedField
        form={form}
        marks={marks}
        name="taxIdentificationNumberType"
        label={fields['personalInformation.taxIdentificationNumberType']}
        help={texts.taxTypeHelp}
        suggestions={taxTypeSuggestions}
      />
    </Group>
  );
}

function AddressFields({ form, marks, isBusy }: CustomerForm & { isBusy: boolean }) {
  const countries = useMemo(countryChoices, []);
  return (
    <Group legend={texts.address} isBusy={isBusy} hint={texts.addressHint}>
      {(['line1', 'line2', 'city', 'state', 'postalCode'] as const).map((name) => (
        <TextField
          key={name}
          form={form}
          marks={marks}
          name={name}
          label={fields[`address.${name}`]}
        />
      ))}
      <ChoiceInput
        name="country"
        label={fields['address.country']}
        otherLabel={texts.otherCountry}
        placeholder={texts.noCountry}
        description={texts.countryHelp}
        error={form.errors['country'] ?? marks.country}
        choices={countries}
        value={form.values.country}
        onChange={(country) => form.setFieldValue('country', country)}
      />
    </Group>
  );
}

function Group(props: { legend: string; isBusy: boolean; hint?: string; children?: ReactNode }) {
  return (
    <fieldset className={classes['group']} disabled={props.isBusy}>
      <legend>{props.legend}</legend>
      {props.hint !== undefined && <p className={classes['hint']}>{props.hint}</p>}
      {props.children}
    </fieldset>
  );
}
