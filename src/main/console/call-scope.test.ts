import { beforeEach, describe, expect, it } from 'vitest';
import { systemRandom } from '../../platform/random.ts';
import { createLog } from '../core/foundation/log.ts';
import { createCallScope, type NamedCalls } from './call-scope.ts';
import { createSecretEntry } from './secret-entry.ts';
import { createSessionManager, type SessionManager } from './session-manager.ts';
import { unhurried } from './testing/console.ts';

interface TestSession {
  readonly profileId: string;
  close(): Promise<void>;
}

const log = createLog({ level: 'silent', destination: { write: () => undefined } });

let selected: string;
/** What the next opening waits for. */
let opening: Promise<void>;
let sessions: SessionManager<TestSession>;
let calls: NamedCalls<TestSession>;
beforeEach(async () => {
  selected = 'a';
  opening = Promise.resolve();
  sessions = createSessionManager<TestSession>({
    log,
    wanted: () => selected,
    onChange: () => undefined,
    open: async (profileId) => {
      await opening;
      return { profileId, close: async () => undefined };
    },
  });
  calls = createCallScope(sessions, () => selected);
  await sessions.refresh();
});

const select = async (id: string): Promise<void> => {
  selected = id;
  await sessions.refresh();
};
const otherProfile = expect.objectContaining({ code: 'INVALID' });
const openId = async () => calls.session().profileId;

describe('a call that names a profile', () => {
  it('works on it while it is open', async () => {
    expect(await calls.inOpen('a', openId)).toBe('a');
  });

  it('is refused while another one is open, before anything is done', async () => {
    await select('b');
    let isDone = false;
    const work = async () => {
      isDone = true;
    };
    await expect(calls.inOpen('a', work)).rejects.toEqual(otherProfile);
    expect(isDone).toBe(false);
  });

  it('is refused when the profile is switched in its midst, and never gets at the other one', async () => {
    const late = calls.inOpen('a', async () => {
      await select('b');
      return calls.session().profileId;
    });
    await expect(late).rejects.toMatchObject({ name: 'ClosedMeanwhile', cause: otherProfile });
  });

  it('keeps its own failure while the profile stays open', async () => {
    const failing = calls.inOpen('a', () => Promise.reject(new Error('its own')));
    await expect(failing).rejects.toThrow('its own');
  });

  it('waits for the profile while it is being opened', async () => {
    const held = Promise.withResolvers<void>();
    opening = held.promise;
    const switched = select('b');
    const call = calls.inOpen('b', openId);
    held.resolve();
    expect(await call).toBe('b');
    await switched;
  });

  it('leaves alone who names none in this process', async () => {
    await select('b');
    expect(calls.session().profileId).toBe('b');
  });
});

it('a document for a secret acts for the profile that it was opened in, whatever is open by then', async () => {
  const kept: string[] = [];
  const never = async () => 'not asked for';
  const secrets = createSecretEntry({
    clock: { now: () => 0 },
    steady: unhurried(),
    random: systemRandom,
    log,
    target: () => null,
    tunnelFacts: () => undefined,
    printUrl: null,
    onUse: () => undefined,
    actions: {
      keepToken: never,
      createPassphrase: never,
      unlock: never,
      keepTunnelSecret: never,
      keepWebhookSecret: async () => {
        kept.push(calls.session().profileId);
        return 'It is kept.';
      },
    },
  });
  const webhook = {
    purpose: 'webhook-secret',
    profileId: 'a',
    webhookId: 'webhook_1',
    url: null,
    name: null,
  } as const;
  const ticket = await calls.named('a', async () => secrets.issue(webhook));
  const [, formKey = ''] =
    /name="form-key" value="(\w+)"/.exec(secrets.page(ticket, 'n') ?? '') ?? [];
  const fields = new URLSearchParams({ 'form-key': formKey, secret: 'secret_0123456789abcdef' });
  await select('b');
  expect(await secrets.submit(ticket, fields, 'nonce')).toContain('Another profile');
  await select('a');
  expect(await secrets.submit(ticket, fields, 'nonce')).toContain('It is kept.');
  expect(kept).toEqual(['a']);
});
