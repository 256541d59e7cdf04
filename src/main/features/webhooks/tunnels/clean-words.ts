/**
 * A tunnel whose words are clean: servers print addresses and write errors, and may say back in them
 * what they were given.
 */
import { cutSecrets } from '../../../core/foundation/secrets/cut-secrets.ts';
import { type OpenTunnel, type Tunnel, TunnelError, type TunnelFailure } from './tunnel.ts';

/** @param known secrets that are cut by value (foundation/secrets/known-secrets.ts), as they are now */
export function withCleanWords(tunnel: Tunnel, known: () => readonly string[]): Tunnel {
  const clean = (text: string): string => cutSecrets(text, { known: known() });
  /** Names of hosts come in small letters, whatever was printed. */
  const isClean = (origin: string): boolean =>
    clean(origin) === origin && !known().some((one) => origin.includes(one.toLowerCase()));
  const ofFailure = ({ code, sentence, needsPerson }: TunnelFailure): TunnelFailure => ({
    ...{ code, needsPerson },
    sentence: clean(sentence),
  });
  const requireClean = async (opened: OpenTunnel): Promise<void> => {
    if (isClean(opened.publicOrigin)) return;
    await opened.close();
    const sentence =
      'The server gave a URL that contains one of your secrets. Causeway does not use the URL.';
    throw new TunnelError('provider', sentence, { needsPerson: true });
  };

  return {
    ...tunnel,
    async open(localPort, events, signal) {
      const moved = (origin: string): void => {
        if (isClean(origin)) events.moved(origin);
        else events.disturbed();
      };
      try {
        const opened = await tunnel.open(localPort, { ...events, moved }, signal);
        await requireClean(opened);
        return { ...opened, ended: opened.ended.then(ofFailure) };
      } catch (error) {
        if (!(error instanceof TunnelError)) throw error;
        throw new TunnelError(error.code, clean(error.sentence), {
          needsPerson: error.needsPerson,
          cause: error.cause,
        });
      }
    },
  };
}
