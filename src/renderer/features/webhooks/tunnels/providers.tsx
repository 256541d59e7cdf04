/** What each kind of tunnel asks for and shows: one value a kind. */
import { NativeSelect, Radio, Stack, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { ReactNode } from 'react';
import type {
  NewTunnelSettings,
  TunnelSecretName,
  TunnelView,
} from '../../../../bridge/tunnels.ts';
import type { RouteKind } from '../../../../bridge/webhooks.ts';
import { Fact } from '../../../components/facts.tsx';
import { WholeIdentifier } from '../../../components/identifier.tsx';
import { Notice } from '../../../components/notice.tsx';
import { StatusMark } from '../../../components/status-mark.tsx';
import classes from '../webhooks.module.css';
import { tunnelTexts } from './texts.ts';

/** Text as it was typed; fields of other kinds are kept while another one is chosen. */
export interface TunnelValues {
  kind: NewTunnelKind;
  name: string;
  host: string;
  port: string;
  user: string;
  method: 'agent' | 'key-file' | 'password';
  /** `own`: a TLS proxy of ours stands in front; `printed`: a service that prints its URL. */
  front: 'own' | 'printed';
  remoteHost: string;
  remotePort: string;
  publicUrl: string;
  domain: string;
}

export const emptyTunnelValues: TunnelValues = {
  kind: 'ssh',
  name: '',
  host: '',
  port: '22',
  user: '',
  method: 'agent',
  front: 'own',
  remoteHost: 'localhost',
  remotePort: '',
  publicUrl: '',
  domain: '',
};

type NewTunnelKind = NewTunnelSettings['kind'];
type Form = UseFormReturnType<TunnelValues>;
/** A sentence where the value can't be taken. */
type Check = (value: string, values: TunnelValues) => string | null;
type Settings = Exclude<TunnelView['settings'], { kind: 'sandbox' }>;

interface Provider<Kept extends Settings, New extends NewTunnelSettings> {
  readonly label: string;
  readonly hint: string;
  /** Labels of its secrets. */
  readonly secrets: Readonly<Partial<Record<TunnelSecretName, string>>>;
  /** Checks of the provider's own fields. */
  readonly checks: Partial<Record<keyof TunnelValues, Check>>;
  /** Settings from values that passed the checks. */
  settingsOf(values: TunnelValues): New;
  fields(form: Form, receiverOrigin: string | null): ReactNode;
  /** What was set, below what every tunnel shows. */
  facts(settings: Kept, tunnel: TunnelView): ReactNode;
  readonly advice?: string;
}

type TunnelProvider<Kind extends NewTunnelKind> = Provider<
  Extract<Settings, { kind: Kind }>,
  Extract<NewTunnelSettings, { kind: Kind }>
>;

const needed =
  (problem: string): Check =>
  (value) =>
    value.trim() === '' ? problem : null;
const checkPort: Check = (value) =>
  portOf(value) === null ? 'Enter a number from 1 to 65535.' : null;
const checkPublicUrl: Check = (value) =>
  isHttps(value) ? null : 'Enter a URL that starts with https://.';
const withOwnFront =
  (check: Check): Check =>
  (value, values) =>
    values.front === 'own' ? check(value, values) : null;

const ssh: TunnelProvider<'ssh'> = {
  label: 'SSH',
  hint: 'Remote port forwarding through any SSH server: your own behind a TLS proxy, or a service that prints its public URL.',
  secrets: { 'ssh-password': 'SSH password', 'ssh-passphrase': 'Key passphrase' },
  checks: {
    host: needed('Enter the host name or IP address of the SSH server.'),
    port: checkPort,
    user: needed('Enter the user name on the SSH server.'),
    remotePort: withOwnFront(checkPort),
    publicUrl: withOwnFront(checkPublicUrl),
  },
  settingsOf(values) {
    const isOwn = values.front === 'own';
    return {
      kind: 'ssh',
      name: values.name.trim(),
      host: values.host.trim(),
      port: portOf(values.port) ?? 22,
      user: values.user.trim(),
      auth: { method: values.method },
      // Services that print a URL take requests for "any address, port 80".
      remoteHost: isOwn ? values.remoteHost.trim() : '',
      remotePort: isOwn ? (portOf(values.remotePort) ?? 0) : 80,
      publicUrl: isOwn ? values.publicUrl.trim() : null,
    };
  },
  fields: (form) => (
    <>
      <div className={classes['pair']}>
        <Field form={form} name="host" label="Host" />
        <Field form={form} name="port" label="Port" />
        <Field form={form} name="user" label="User" />
        <NativeSelect
          label="Sign in with"
          description={methodHelp[form.values.method]}
          data={[
            { value: 'agent', label: 'SSH agent' },
            { value: 'key-file', label: 'Key file' },
            { value: 'password', label: 'Password' },
          ]}
          {...form.getInputProps('method')}
        />
      </div>
      <Radio.Group label="Public side" {...form.getInputProps('front')}>
        <Stack gap={8}>
          <Radio value="own" size="sm" label="My own server behind a TLS proxy" />
          <Radio value="printed" size="sm" label="A service that prints its public URL" />
        </Stack>
      </Radio.Group>
      {form.values.front === 'own' && (
        <>
          <div className={classes['pair']}>
            <Field form={form} name="remoteHost" label="Listening host" />
            <Field
              form={form}
              name="remotePort"
              label="Listening port"
              help="The port that the server’s TLS proxy points to."
            />
          </div>
          <PublicUrlField form={form} />
        </>
      )}
    </>
  ),
  facts: ({ user, host, port }, { hostKey, hostKeyToTrust }) => (
    <>
      <Fact name="Server">
        <span className="mono">
          {user}@{host}:{port}
        </span>
      </Fact>
      <Fact name={tunnelTexts.item.hostKey}>
        <HostKey pinned={hostKey} waiting={hostKeyToTrust} />
      </Fact>
    </>
  ),
};

const methodHelp: Partial<Record<TunnelValues['method'], string>> = {
  'key-file': 'You enter the file and its passphrase afterwards, in separate windows.',
  password:
    'You enter it in a separate window, after you trust the host key that the server shows.',
};

function HostKey({ pinned, waiting }: { pinned: string | null; waiting: string | null }) {
  const texts = tunnelTexts.item;
  const shown = waiting ?? pinned;
  if (shown === null) return texts.notPinned;
  return (
    <>
      <WholeIdentifier id={shown} what="host key" />{' '}
      {waiting === null ? (
        <span className="dimmed">{texts.pinned}</span>
      ) : (
        <StatusMark tone="amber">{texts.toTrust}</StatusMark>
      )}
    </>
  );
}

const ngrok: TunnelProvider<'ngrok'> = {
  label: 'ngrok',
  hint: 'Uses the official ngrok client with your authtoken. A reserved domain keeps its URL. Checks count towards the requests of your ngrok plan: about 9,000 a month for one webhook, or 5,000 for each of several.',
  secrets: { 'ngrok-authtoken': 'ngrok authtoken' },
  checks: {
    domain: (value) =>
      value.trim() === '' || /^[a-z0-9-]+(\.[a-z0-9-]+)+$/i.test(value.trim())
        ? null
        : 'Enter a domain such as hooks.ngrok.app, without https://.',
  },
  settingsOf: ({ name, domain }) => ({
    kind: 'ngrok',
    name: name.trim(),
    domain: domain.trim() || null,
  }),
  fields: (form) => (
    <>
      <Field
        form={form}
        name="domain"
        label="Reserved domain"
        help="Optional. Without one, the URL changes with every start."
      />
      <p className={`${classes['prose']} dimmed`}>
        You enter the authtoken afterwards, in a separate window.
      </p>
    </>
  ),
  facts: ({ domain }) => domain !== null && <Fact name="Domain">{domain}</Fact>,
};

const proxyHelp = (origin: string): readonly string[] => [
  `Point the proxy to ${origin} on this computer. The port stays the same.`,
  'End TLS in the proxy, with a publicly trusted certificate.',
  'Pass on every POST below /hooks/ with path, headers and body unchanged, with bodies up to 1 MiB.',
  'Don’t filter by the sender’s IP address: it changes. Causeway verifies each delivery by its signature.',
  'Don’t require a login and don’t redirect: the service follows no redirects.',
];

const ownUrl: TunnelProvider<'own-url'> = {
  label: 'Own URL',
  hint: 'Your company’s reverse proxy points to the fixed port of this computer.',
  secrets: {},
  checks: { publicUrl: checkPublicUrl },
  settingsOf: ({ name, publicUrl }) => ({
    kind: 'own-url',
    name: name.trim(),
    publicUrl: publicUrl.trim(),
  }),
  fields: (form, receiverOrigin) => (
    <>
      <PublicUrlField form={form} />
      <Notice tone="blue" title="How to set up the reverse proxy">
        <ul className={classes['lines']}>
          {proxyHelp(
            receiverOrigin ??
              'the receiver’s port, which appears below once the receiver is listening,',
          ).map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </Notice>
    </>
  ),
  facts: () => null,
  advice:
    'The service sends from changing IP addresses, so don’t filter by sender at the proxy. Causeway verifies each delivery by its signature.',
};

const providers: { readonly [Kind in NewTunnelKind]: TunnelProvider<Kind> } = {
  ssh,
  ngrok,
  'own-url': ownUrl,
};
/** The sandbox's own is there already. */
export const newTunnelKinds = Object.keys(providers) as readonly NewTunnelKind[];

export const providerOf = (kind: NewTunnelKind): TunnelProvider<NewTunnelKind> => providers[kind];

export function tunnelLabel(kind: RouteKind): string {
  if (kind === 'team-relay') return 'Team relay';
  return kind === 'sandbox' ? 'Sandbox' : providers[kind].label;
}

export const secretLabel = (name: TunnelSecretName): string =>
  newTunnelKinds.map((kind) => providerOf(kind).secrets[name]).find(Boolean) ?? name;

const names = Object.keys(emptyTunnelValues) as (keyof TunnelValues)[];

/** One sentence a field; fields of another kind are fine as they are. */
export const tunnelChecks: Partial<Record<keyof TunnelValues, Check>> = {
  ...Object.fromEntries(
    names.map((name): [string, Check] => [
      name,
      (value, values) => providerOf(values.kind).checks[name]?.(value, values) ?? null,
    ]),
  ),
  name: (value) =>
    value.trim() === '' || value.trim().length > 80 ? tunnelTexts.form.nameProblem : null,
};

/** The settings. Call it on values that passed the checks. */
export const tunnelSettingsOf = (values: TunnelValues): NewTunnelSettings =>
  providerOf(values.kind).settingsOf(values);

/** A port from 1 to 65535, or null. */
function portOf(text: string): number | null {
  if (!/^\d{1,5}$/.test(text.trim())) return null;
  const port = Number(text.trim());
  return port >= 1 && port <= 65_535 ? port : null;
}

function isHttps(text: string): boolean {
  const url = URL.parse(text.trim());
  return url !== null && url.protocol === 'https:' && url.username === '' && url.password === '';
}

interface FieldProps {
  form: Form;
  name: keyof TunnelValues;
  label: string;
  help?: string;
}

function Field({ form, name, label, help }: FieldProps) {
  return (
    <TextInput label={label} description={help} spellCheck={false} {...form.getInputProps(name)} />
  );
}

const PublicUrlField = ({ form }: { form: Form }) => (
  <Field
    form={form}
    name="publicUrl"
    label="Public URL"
    help="The URL that the internet can reach, for example https://hooks.example.com"
  />
);
