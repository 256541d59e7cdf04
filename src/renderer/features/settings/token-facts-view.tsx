/** What may be known of a token outside the vault: its end, its expiry, and whether it works. */
import type { ProfileView } from '../../../bridge/profiles.ts';
import { ShortMoment } from '../../components/moment.tsx';
import { StatusMark, type Tone } from '../../components/status-mark.tsx';
import { useNow } from '../../components/use-now.ts';
import { formatEnd } from '../../format/instants.ts';
import { settingsTexts } from './texts.ts';

const texts = settingsTexts.profiles;

type TokenFacts = NonNullable<ProfileView['token']>;

const tones: Record<TokenFacts['proof'], Tone> = {
  'not-proven': 'grey',
  proven: 'green',
  refused: 'red',
  'not-this-service': 'red',
  unreachable: 'amber',
};

export function TokenFactsView({ token }: { token: TokenFacts }) {
  const now = useNow();
  return (
    <>
      <div>
        <span className="mono">{texts.tokenEnding(token.lastFour)}</span> ·{' '}
        <Expiry expiresAt={token.expiresAt} now={now} />
      </div>
      <div>
        <StatusMark tone={tones[token.proof]}>{texts.proofs[token.proof]}</StatusMark>{' '}
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
