/** A certificate of its own for a test server, in a few lines of DER (RFC 5280). */
import { generateKeyPairSync, sign } from 'node:crypto';

export interface SelfSigned {
  readonly key: string;
  readonly cert: string;
}

export interface SelfSignedOptions {
  /** DNS names of the subject. */
  readonly names: readonly string[];
  readonly notAfter: Date;
}

export function selfSigned({ names, notAfter }: SelfSignedOptions): SelfSigned {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const ecdsaWithSha256 = sequence(der(0x06, Buffer.from('2a8648ce3d040302', 'hex')));
  const name = sequence(
    der(0x31, sequence(der(0x06, Buffer.from('550403', 'hex')), der(0x0c, 'Causeway test'))),
  );
  const toBeSigned = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    ecdsaWithSha256,
    name,
    sequence(time(new Date('2020-01-01T00:00:00Z')), time(notAfter)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(mayIssue, subjectNames(names))),
  );
  const signature = sign('sha256', toBeSigned, privateKey);
  const certificate = sequence(
    toBeSigned,
    ecdsaWithSha256,
    der(0x03, Buffer.concat([Buffer.from([0]), signature])),
  );
  const lines = certificate.toString('base64').replace(/.{64}/g, '$&\n').trim();
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
  };
}

/** One value: tag, length, content. */
function der(tag: number, content: Uint8Array | string): Buffer {
  const bytes = Buffer.from(content);
  const { length } = bytes;
  const size = length < 128 ? [length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), bytes]);
}

const sequence = (...parts: Uint8Array[]): Buffer => der(0x30, Buffer.concat(parts));

const time = (at: Date): Buffer =>
  der(0x18, `${at.toISOString().replace(/\D/g, '').slice(0, 14)}Z`);

const extension = (id: string, value: Buffer): Buffer =>
  sequence(der(0x06, Buffer.from(id, 'hex')), der(0x04, value));

/** basicConstraints CA: so that it can be trusted as its own authority. */
const mayIssue = extension('551d13', sequence(der(0x01, Buffer.from([0xff]))));

const subjectNames = (names: readonly string[]): Buffer =>
  extension('551d11', sequence(...names.map((name) => der(0x82, name))));
