/** What each kind of tunnel needs to be told. */
import { NativeSelect, Radio, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { Notice } from '../../../components/notice.tsx';
import classes from '../webhooks.module.css';
import { tunnelTexts } from './texts.ts';
import type { AuthMethod, TunnelValues } from './tunnel-form.ts';

const texts = tunnelTexts.form;

type Form = UseFormReturnType<TunnelValues>;

const inputOrder: ('label' | 'input' | 'description' | 'error')[] = [
  'label',
  'input',
  'description',
  'error',
];

interface FieldProps {
  form: Form;
  name: keyof TunnelValues;
  label: string;
  help?: string;
}

function Field({ form, name, label, help }: FieldProps) {
  return (
    <TextInput
      label={label}
      description={help}
      inputWrapperOrder={inputOrder}
      autoComplete="off"
      spellCheck={false}
      {...form.getInputProps(name)}
    />
  );
}

const methodHelp: Partial<Record<AuthMethod, string>> = {
  'key-file': texts.keyHelp,
  password: texts.passwordHelp,
};

export function SshFields({ form }: { form: Form }) {
  const { method, front } = form.values;
  return (
    <>
      <div className={classes['pair']}>
        <Field form={form} name="host" label={texts.host} />
        <Field form={form} name="port" label={texts.port} />
        <Field form={form} name="user" label={texts.user} />
        <NativeSelect
          label={texts.auth}
          description={methodHelp[method]}
          inputWrapperOrder={inputOrder}
          data={[
            { value: 'agent', label: texts.methods.agent },
            { value: 'key-file', label: texts.methods['key-file'] },
            { value: 'password', label: texts.methods.password },
          ]}
          {...form.getInputProps('method')}
        />
      </div>
      <Radio.Group label={texts.front} {...form.getInputProps('front')}>
        <div className={classes['choices']}>
          <Radio value="own" size="sm" label={texts.fronts.own} />
          <Radio value="printed" size="sm" label={texts.fronts.printed} />
        </div>
      </Radio.Group>
      {front === 'own' && (
        <>
          <div className={classes['pair']}>
            <Field form={form} name="remoteHost" label={texts.remoteHost} />
            <Field
              form={form}
              name="remotePort"
              label={texts.remotePort}
              help={texts.remotePortHelp}
            />
          </div>
          <PublicUrlField form={form} />
        </>
      )}
    </>
  );
}

export function NgrokFields({ form }: { form: Form }) {
  return (
    <>
      <Field form={form} name="domain" label={texts.domain} help={texts.domainHelp} />
      <p className={`${classes['prose']} dimmed`}>{texts.authtokenHelp}</p>
    </>
  );
}

export function OwnUrlFields(props: { form: Form; receiverOrigin: string | null }) {
  return (
    <>
      <PublicUrlField form={props.form} />
      <Notice tone="blue" title={texts.ownUrlTitle}>
        <ul className={classes['lines']}>
          {texts.ownUrlHelp(props.receiverOrigin ?? texts.ownUrlNoPort).map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </Notice>
    </>
  );
}

function PublicUrlField({ form }: { form: Form }) {
  return <Field form={form} name="publicUrl" label={texts.publicUrl} help={texts.publicUrlHelp} />;
}
