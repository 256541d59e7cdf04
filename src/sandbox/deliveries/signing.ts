/** Signs the bytes of a delivery (Interface 5.2), by the switches (decisions 9) or wrongly on purpose. */
import { sign } from '../../contract/signature.ts';
import type { Signing } from '../state/deliveries.ts';
import type { Settings } from '../state/settings.ts';

/** The value of the `signature` header; null for none. */
export function signatureFor(
  body: Buffer,
  secret: string,
  signing: Signing,
  settings: Settings,
): string | null {
  if (signing === 'missing') return null;
  if (signing === 'wrong') return sign(body, `${secret}wrong`);
  const key = settings.signatureKey === 'whole' ? secret : secret.slice(secret.indexOf('_') + 1);
  const input =
    settings.signatureInput === 'raw'
      ? body
      : Buffer.from(JSON.stringify(JSON.parse(body.toString('utf8'))));
  const hex = sign(input, key);
  return settings.signatureCase === 'lower' ? hex : hex.toUpperCase();
}
