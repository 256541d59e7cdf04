import { describe, expect, it } from 'vitest';
import { tunnelsContract } from '../../../../bridge/tunnels.ts';
import { problemsOf } from '../../../components/draft/use-draft-form.ts';
import {
  emptyTunnelValues,
  type TunnelValues,
  tunnelChecks,
  tunnelSettingsOf,
} from './providers.tsx';

const ssh: TunnelValues = {
  ...emptyTunnelValues,
  name: ' Bastion ',
  host: ' bastion.example.com ',
  user: 'causeway',
  remotePort: '9443',
  publicUrl: 'https://in.example.com',
};

const right: readonly TunnelValues[] = [
  ssh,
  { ...ssh, method: 'key-file' },
  { ...ssh, method: 'password', front: 'printed', remotePort: '', publicUrl: '' },
  { ...emptyTunnelValues, kind: 'ngrok', name: 'ngrok' },
  { ...emptyTunnelValues, kind: 'ngrok', name: 'ngrok', domain: 'hooks.ngrok.app' },
  { ...emptyTunnelValues, kind: 'own-url', name: 'Proxy', publicUrl: 'https://hooks.example.com' },
];

describe('the form of a tunnel', () => {
  it.each(right)('makes settings of a $kind tunnel that the bridge takes', (values) => {
    expect(problemsOf(values, tunnelChecks)).toEqual({});
    const taken = tunnelsContract.add['~orpc'].inputSchema;
    expect(taken?.safeParse(tunnelSettingsOf(values)).error).toBeUndefined();
  });

  it('asks an own server for exactly the port of the proxy', () => {
    expect(tunnelSettingsOf(ssh)).toMatchObject({
      name: 'Bastion',
      host: 'bastion.example.com',
      port: 22,
      remoteHost: 'localhost',
      remotePort: 9443,
      publicUrl: 'https://in.example.com',
    });
  });

  it('asks a service that prints its URL for any address and port 80', () => {
    expect(tunnelSettingsOf({ ...ssh, front: 'printed' })).toMatchObject({
      remoteHost: '',
      remotePort: 80,
      publicUrl: null,
    });
  });

  it('an ngrok tunnel without a domain has none', () => {
    expect(tunnelSettingsOf({ ...emptyTunnelValues, kind: 'ngrok', name: 'x' })).toMatchObject({
      domain: null,
    });
  });

  it.each<[Partial<TunnelValues>, keyof TunnelValues]>([
    [{ name: '' }, 'name'],
    [{ name: 'x'.repeat(81) }, 'name'],
    [{ host: ' ' }, 'host'],
    [{ port: '0' }, 'port'],
    [{ port: '65536' }, 'port'],
    [{ user: '' }, 'user'],
    [{ remotePort: '' }, 'remotePort'],
    [{ publicUrl: 'http://in.example.com' }, 'publicUrl'],
    [{ publicUrl: 'https://u:p@in.example.com' }, 'publicUrl'],
    [{ kind: 'ngrok', domain: 'https://hooks.ngrok.app' }, 'domain'],
  ])('%j is a problem of %s alone', (patch, field) => {
    expect(Object.keys(problemsOf({ ...ssh, ...patch }, tunnelChecks))).toEqual([field]);
  });

  it('fields of another kind are no problem', () => {
    const proxy = { ...emptyTunnelValues, kind: 'own-url' as const, name: 'Proxy' };
    expect(Object.keys(problemsOf(proxy, tunnelChecks))).toEqual(['publicUrl']);
  });
});
