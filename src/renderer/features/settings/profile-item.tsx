/** One profile: where it leads, what is known of its token, and the one action that uses it. */
import { Button, Group, TextInput, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ProfileView } from '../../../bridge/profiles.ts';
import { useBridge } from '../../app/bridge/bridge-context.ts';
import { useSwitchProfile } from '../../app/shell/use-switch-profile.ts';
import { Fact, Facts } from '../../components/facts.tsx';
import { Failed } from '../../components/failure-notice.tsx';
import { ShortMoment } from '../../components/moment.tsx';
import { Notice } from '../../components/notice.tsx';
import { allSeen } from '../../components/outside-text.tsx';
import { DocumentButton } from '../../components/secret-entry/document-button.tsx';
import { SecretEntryStatus } from '../../components/secret-entry/secret-entry-status.tsx';
import { useDocument } from '../../components/secret-entry/use-document.ts';
import { useSecretEntry } from '../../components/secret-entry/use-secret-entry.ts';
import { StatusMark, type Tone } from '../../components/status-mark.tsx';
import { useNow } from '../../components/use-now.ts';
import { environmentName } from '../../format/environments.ts';
import { formatEnd } from '../../format/instants.ts';
import { type ProfileActionParts, useProfileActions } from './profile-actions.tsx';
import { baseUrlProblem } from './profile-checks.ts';
import classes from './settings.module.css';
import { settingsTexts } from './texts.ts';

const controlTexts = settingsTexts.control;

/** The control plane of a hosted sandbox: entered here, its token in a document of main's own. */
function useControlPlane(profile: ProfileView): ProfileActionParts {
  const { bridge, queries } = useBridge();
  const [isEntering, setEntering] = useState(false);
  const input = { id: profile.id };
  const isHosted = profile.environment === 'sandbox';
  const control = useQuery({
    ...queries.profiles.control.queryOptions({ input }),
    enabled: isHosted,
  });
  const controlUrl = control.data?.controlUrl ?? null;
  const setting = useDocument(
    (url: string) => bridge.profiles.setControl({ id: profile.id, controlUrl: url }),
    controlUrl,
  );
  const forget = useMutation({
    ...queries.profiles.forgetControl.mutationOptions(),
    onSettled: (_done, _error, _input, _before, { client }) =>
      client.invalidateQueries({ queryKey: queries.profiles.control.key() }),
  });
  const form = useForm({
    mode: 'controlled',
    initialValues: { controlUrl: '' },
    validate: { controlUrl: baseUrlProblem },
  });
  if (!isHosted || control.error !== null) return { buttons: null, below: null };
  const set = `${controlTexts.set}: ${profile.name}`;
  if (isEntering && controlUrl === null) {
    const below = (
      <form
        className={classes['form']}
        noValidate
        aria-label={set}
        onSubmit={form.onSubmit((values) => setting.open(values.controlUrl.trim()))}
      >
        <TextInput
          label={controlTexts.label}
          description={controlTexts.help}
          type="url"
          spellCheck={false}
          autoFocus
          {...form.getInputProps('controlUrl')}
        />
        <SecretEntryStatus entry={setting} />
        <div className={classes['actions']}>
          <Button type="submit" loading={setting.isOpening}>
            {controlTexts.set}
          </Button>
          <Button variant="default" onClick={() => setEntering(false)}>
            {settingsTexts.change.cancel}
          </Button>
        </div>
      </form>
    );
    return { buttons: null, below };
  }
  const failed = <Failed error={forget.error} />;
  if (controlUrl === null) {
    const open = (
      <Button variant="default" aria-label={set} onClick={() => setEntering(true)}>
        {controlTexts.open}
      </Button>
    );
    return { buttons: open, below: failed };
  }
  const below = (
    <div className={classes['actions']}>
      <span>
        {controlTexts.known} <span className="mono">{allSeen(controlUrl)}</span>
      </span>
      <Button
        variant="default"
        aria-label={`${controlTexts.replace}: ${profile.name}`}
        loading={setting.isOpening}
        onClick={() => setting.open(controlUrl)}
      >
        {controlTexts.replace}
      </Button>
      <Button
        variant="default"
        aria-label={`${controlTexts.remove}: ${profile.name}`}
        loading={forget.isPending}
        onClick={() => {
          setEntering(false);
          forget.mutate(input);
        }}
      >
        {controlTexts.remove}
      </Button>
      <SecretEntryStatus entry={setting} />
      {failed}
    </div>
  );
  return { buttons: null, below };
}

const texts = settingsTexts.profiles;

export function ProfileItem({ profile }: { profile: ProfileView }) {
  const switchProfile = useSwitchProfile();
  const isBuiltIn = profile.environment === 'built-in';
  return (
    <li className={classes['profile']}>
      <div className={classes['profileHead']}>
        <Title order={3}>{profile.name}</Title>
        <span className={classes['environment']}>
          {environmentName(profile.environment, profile.baseUrl)}
        </span>
        <span className={classes['end']}>
          {profile.isSelected ? (
            <StatusMark tone="green">{texts.inUse}</StatusMark>
          ) : (
            <Button
              variant="default"
              aria-label={`${texts.use}: ${profile.name}`}
              loading={switchProfile.isPending}
              onClick={() => switchProfile.mutate(profile.id)}
            >
              {texts.use}
            </Button>
          )}
        </span>
      </div>
      <Failed error={switchProfile.error} />
      {profile.warning !== null && <Notice tone="red">{profile.warning}</Notice>}
      {isBuiltIn && <p className={classes['environment']}>{texts.builtInHint}</p>}
      <Facts>
        <Fact name={texts.baseUrl}>
          {profile.baseUrl === null ? (
            texts.notRunning
          ) : (
            <span className="mono">{profile.baseUrl}</span>
          )}
        </Fact>
        <Fact name={texts.token}>
          <TokenFact profile={profile} />
        </Fact>
        <Fact name={texts.mode}>
          <Mode profile={profile} />
        </Fact>
      </Facts>
      {!isBuiltIn && <Actions profile={profile} />}
    </li>
  );
}

/** All buttons first, then what came of them: read and reached in the order in which they are seen. */
function Actions({ profile }: { profile: ProfileView }) {
  const token = useTokenActions(profile);
  const own = useProfileActions(profile);
  const control = useControlPlane(profile);
  return (
    <>
      <div className={classes['actions']}>
        {token.buttons}
        {own.buttons}
        {control.buttons}
      </div>
      {token.below}
      {own.below}
      {control.below}
    </>
  );
}

/** What the sandbox's token was proved for says nothing while the sandbox is not running. */
function TokenFact({ profile }: { profile: ProfileView }) {
  const isBuiltIn = profile.environment === 'built-in';
  if (isBuiltIn && (profile.baseUrl === null || profile.token === null)) return texts.ownToken;
  if (profile.token === null) return <StatusMark tone="amber">{texts.noToken}</StatusMark>;
  return <TokenFactsView token={profile.token} />;
}

/** A person chooses it in a document of main's own, so that no page ends reviewer mode. */
function Mode({ profile }: { profile: ProfileView }) {
  const { bridge } = useBridge();
  const changing = useDocument(() => bridge.profiles.changeMode({ id: profile.id }), profile.mode);
  return (
    <>
      <Group gap="xs">
        {texts.modes[profile.mode]}
        <DocumentButton
          document={changing}
          size="compact-xs"
          variant="default"
          aria-label={`${texts.changeMode} ${profile.name}`}
        >
          {texts.changeMode}
        </DocumentButton>
      </Group>
      <SecretEntryStatus entry={changing} />
    </>
  );
}

function useTokenActions(profile: ProfileView): ProfileActionParts {
  const { queries } = useBridge();
  const entry = useSecretEntry(profile.token?.enteredAt ?? null);
  const prove = useMutation(queries.profiles.prove.mutationOptions());
  const hasToken = profile.token !== null;
  return {
    buttons: (
      <>
        {hasToken && (
          <Button
            variant="default"
            aria-label={`${texts.prove}: ${profile.name}`}
            loading={prove.isPending}
            onClick={() => prove.mutate({ id: profile.id })}
          >
            {texts.prove}
          </Button>
        )}
        <Button
          variant={hasToken ? 'default' : 'filled'}
          aria-label={`${hasToken ? texts.replace : texts.enter}: ${profile.name}`}
          loading={entry.isOpening}
          onClick={() => entry.open({ purpose: 'token', profileId: profile.id })}
        >
          {hasToken ? texts.replace : texts.enter}
        </Button>
      </>
    ),
    below: (
      <div className={classes['status']}>
        <Failed error={prove.error} />
        <SecretEntryStatus entry={entry} />
      </div>
    ),
  };
}

type TokenFacts = NonNullable<ProfileView['token']>;

const tones: Record<TokenFacts['proof'], Tone> = {
  'not-proven': 'grey',
  proven: 'green',
  refused: 'red',
  'not-this-service': 'red',
  unreachable: 'amber',
};

/** What may be known of a token outside the vault: its end, its expiry, and whether it works. */
function TokenFactsView({ token }: { token: TokenFacts }) {
  const now = useNow();
  return (
    <>
      <div>
        {token.lastFour === '' ? (
          <span>{texts.shortToken}</span>
        ) : (
          <span className="mono">{texts.tokenEnding(token.lastFour)}</span>
        )}{' '}
        · <Expiry expiresAt={token.expiresAt} now={now} />
      </div>
      <div>
        <StatusMark tone={tones[token.proof]} wraps>
          {texts.proofs[token.proof]}
        </StatusMark>{' '}
        {token.provenAt !== null && (
          <span className="dimmed">
            <ShortMoment at={token.provenAt} />
          </span>
        )}
      </div>
      {token.sentence !== null && <div className="dimmed">{token.sentence}</div>}
    </>
  );
}

function Expiry({ expiresAt, now }: { expiresAt: string | null; now: number }) {
  if (expiresAt === null) return <span className="dimmed">{texts.noExpiry}</span>;
  const when = formatEnd(expiresAt, now);
  const isOver = Date.parse(expiresAt) <= now;
  if (isOver) return <StatusMark tone="red">{texts.expired(when)}</StatusMark>;
  return <span title={expiresAt}>{texts.expires(when)}</span>;
}
