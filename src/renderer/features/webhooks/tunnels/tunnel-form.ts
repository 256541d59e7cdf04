/** Checks what was typed for a new tunnel, and makes its settings of it. */
import type { NewTunnelSettings } from '../../../../bridge/tunnels.ts';
import { tunnelTexts } from './texts.ts';

const { problems } = tunnelTexts.form;

export type AuthMethod = 'agent' | 'key-file' | 'password';

/** The sandbox's own is there already. */
export const newTunnelKinds = ['ssh', 'ngrok', 'own-url'] as const;

/** Text as it was typed; fields of other kinds are kept while another one is chosen. */
export interface TunnelValues {
  kind: (typeof newTunnelKinds)[number];
  name: string;
  host: string;
  port: string;
  user: string;
  method: AuthMethod;
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

type Check = (value: string, values: TunnelValues) => string | null;

const onlyFor =
  (applies: (values: TunnelValues) => boolean, check: Check): Check =>
  (value, values) =>
    applies(values) ? check(value, values) : null;

const isSsh = ({ kind }: TunnelValues): boolean => kind === 'ssh';
const hasOwnFront = (values: TunnelValues): boolean => isSsh(values) && values.front === 'own';

const needed =
  (problem: string): Check =>
  (value) =>
    value.trim() === '' ? problem : null;

const checkPort: Check = (value) => (portOf(value) === null ? problems.port : null);

/** One sentence a field; fields of another kind are fine as they are. */
export const tunnelChecks: Partial<Record<keyof TunnelValues, Check>> = {
  name: (value) => (value.trim() === '' || value.trim().length > 80 ? problems.name : null),
  host: onlyFor(isSsh, needed(problems.host)),
  port: onlyFor(isSsh, checkPort),
  user: onlyFor(isSsh, needed(problems.user)),
  remotePort: onlyFor(hasOwnFront, checkPort),
  publicUrl: onlyFor(
    (values) => values.kind === 'own-url' || hasOwnFront(values),
    (value) => (isHttps(value) ? null : problems.publicUrl),
  ),
  domain: onlyFor(
    ({ kind }) => kind === 'ngrok',
    (value) =>
      value.trim() === '' || /^[a-z0-9-]+(\.[a-z0-9-]+)+$/i.test(value.trim())
        ? null
        : problems.domain,
  ),
};

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

/** The settings. Call it on values that passed the checks. */
export function tunnelSettingsOf(values: TunnelValues): NewTunnelSettings {
  const name = values.name.trim();
  const { kind } = values;
  switch (kind) {
    case 'own-url':
      return { kind, name, publicUrl: values.publicUrl.trim() };
    case 'ngrok':
      return { kind, name, domain: values.domain.trim() || null };
    case 'ssh': {
      const isOwn = values.front === 'own';
      return {
        kind,
        name,
        host: values.host.trim(),
        port: portOf(values.port) ?? 22,
        user: values.user.trim(),
        auth: { method: values.method },
        // Services that print a URL take requests for "any address, port 80".
        remoteHost: isOwn ? values.remoteHost.trim() : '',
        remotePort: isOwn ? (portOf(values.remotePort) ?? 0) : 80,
        publicUrl: isOwn ? values.publicUrl.trim() : null,
      };
    }
  }
}
