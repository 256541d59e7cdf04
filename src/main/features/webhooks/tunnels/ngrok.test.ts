import { describe, expect, it, vi } from 'vitest';
import { createNgrokTunnel, type NgrokConfig, type NgrokOptions, type NgrokSdk } from './ngrok.ts';

/** Stands in for the package, in the types of the package. */
function standIn(forward: NgrokSdk['forward'] = given('https://abc.ngrok.app')) {
  const configs: NgrokConfig[] = [];
  const closed: string[] = [];
  const sdk: NgrokSdk = {
    forward: async (config) => {
      configs.push(config);
      const listener = await forward(config);
      return {
        url: () => listener.url(),
        close: async () => {
          closed.push(listener.url() ?? '');
          await listener.close();
        },
      };
    },
  };
  return { sdk, configs, closed };
}

function given(url: string | null): NgrokSdk['forward'] {
  return () => Promise.resolve({ url: () => url, close: () => Promise.resolve() });
}

const refuse = (message: string, errorCode?: string): NgrokSdk['forward'] => {
  const error = Object.assign(new Error(message), errorCode === undefined ? {} : { errorCode });
  return () => Promise.reject(error);
};

const nothing = { moved: () => undefined, disturbed: () => undefined };

const open = (
  sdk: NgrokSdk,
  options: Partial<NgrokOptions> = {},
  { events = nothing, signal = new AbortController().signal } = {},
) =>
  createNgrokTunnel({
    authtoken: () => Promise.resolve('2abcSECRETtoken'),
    domain: null,
    load: () => Promise.resolve(sdk),
    ...options,
  }).open(4711, events, signal);

describe('a tunnel through ngrok', () => {
  it('forwards to the receiver under the address that ngrok gives', async () => {
    const { sdk, configs } = standIn();
    const tunnel = await open(sdk);
    expect(tunnel).toMatchObject({
      publicOrigin: 'https://abc.ngrok.app',
      pinnedCertificate: null,
    });
    expect(configs).toEqual([
      expect.objectContaining({ addr: '127.0.0.1:4711', authtoken: '2abcSECRETtoken' }),
    ]);
    expect(configs[0]).not.toHaveProperty('domain');
  });

  it('asks for the reserved domain, and only then the address lasts', async () => {
    const { sdk, configs } = standIn(given('https://acme.ngrok.app'));
    await open(sdk, { domain: 'acme.ngrok.app' });
    expect(configs[0]?.domain).toBe('acme.ngrok.app');
    const lasting = (domain: string | null) =>
      createNgrokTunnel({ authtoken: vi.fn(), load: vi.fn(), domain }).lasts;
    expect([lasting('acme.ngrok.app'), lasting(null)]).toEqual([true, false]);
  });

  it('closes its listener, once it is closed or when nobody wants it any more', async () => {
    const { sdk, closed } = standIn();
    await (await open(sdk)).close();
    expect(closed).toHaveLength(1);
    const late = new AbortController();
    const slow = standIn(async (config) => {
      late.abort(new Error('no longer wanted'));
      return await given('https://abc.ngrok.app')(config);
    });
    await expect(open(slow.sdk, {}, { signal: late.signal })).rejects.toThrow('no longer wanted');
    expect(slow.closed).toHaveLength(1);
  });

  it('says so when the package is not there', async () => {
    const load = () => Promise.reject(new Error("Cannot find module '@ngrok/ngrok'"));
    await expect(open(standIn().sdk, { load })).rejects.toMatchObject({
      code: 'package-missing',
      needsPerson: true,
      sentence: expect.stringMatching(/ngrok package is not installed/),
    });
  });

  it.each([[null], ['']])('asks for the authtoken when there is none (%s)', async (token) => {
    const { sdk, configs } = standIn();
    const opening = open(sdk, { authtoken: () => Promise.resolve(token) });
    await expect(opening).rejects.toMatchObject({ code: 'secret-missing', needsPerson: true });
    expect(configs).toEqual([]);
  });

  it.each([
    ['ERR_NGROK_105', 'authentication', true],
    ['ERR_NGROK_107', 'authentication', true],
    ['ERR_NGROK_300', 'authentication', true],
    ['ERR_NGROK_319', 'settings', true],
    ['ERR_NGROK_320', 'settings', true],
    ['ERR_NGROK_108', 'provider', false],
    ['ERR_NGROK_334', 'provider', false],
    ['ERR_NGROK_9999', 'provider', false],
  ])('tells what %s means', async (errorCode, code, needsPerson) => {
    const { sdk } = standIn(refuse('failed to connect session', errorCode));
    const sentence = expect.stringContaining(errorCode);
    await expect(open(sdk)).rejects.toMatchObject({ code, needsPerson, sentence });
  });

  it('finds the code in the words, and never repeats the words', async () => {
    const words = 'authentication failed. Your authtoken: 2abcSECRETtoken\r\nERR_NGROK_105';
    const error = await open(standIn(refuse(words)).sdk).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'authentication' });
    expect(String(error)).not.toContain('SECRET');
    expect((error as Error).cause).toBeUndefined();
  });

  it('takes a failure without a code for a network that is down, and tries again', async () => {
    const { sdk } = standIn(refuse('failed to dial'));
    await expect(open(sdk)).rejects.toMatchObject({ code: 'unreachable', needsPerson: false });
  });

  it('refuses an address that is not https', async () => {
    const { sdk, closed } = standIn(given('tcp://1.tcp.ngrok.io:1'));
    await expect(open(sdk)).rejects.toMatchObject({ code: 'settings' });
    expect(closed).toHaveLength(1);
  });
});

describe('an ngrok connection that is lost', () => {
  it('asks for a proof at once, and has ended when it does not come back by itself', async () => {
    vi.useFakeTimers();
    const { sdk, configs } = standIn();
    const disturbed = vi.fn();
    const tunnel = await open(sdk, {}, { events: { ...nothing, disturbed } });
    const ended = vi.fn();
    void tunnel.ended.then(ended);
    configs[0]?.onStatusChange?.('closed');
    expect(disturbed).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(2_900);
    expect(ended).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(200);
    expect(ended).toHaveBeenCalledWith(expect.objectContaining({ code: 'cut' }));
    vi.useRealTimers();
  });

  it('goes on when it came back in time', async () => {
    vi.useFakeTimers();
    const { sdk, configs } = standIn();
    const tunnel = await open(sdk);
    const ended = vi.fn();
    void tunnel.ended.then(ended);
    configs[0]?.onStatusChange?.('closed');
    configs[0]?.onStatusChange?.('connected');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(ended).not.toHaveBeenCalled();
    vi.useRealTimers();
  });
});
