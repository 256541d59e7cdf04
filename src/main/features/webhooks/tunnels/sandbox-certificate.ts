/**
 * The certificate of the receiver for deliveries on loopback. It signs itself and may sign nothing
 * else, so that whoever trusts it trusts this one key for these names, and no more.
 */
import { jsonOrNull } from '../../../../platform/json-column.ts';
import 'reflect-metadata';
import {
  BasicConstraintsExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  PemConverter,
  SubjectAlternativeNameExtension,
  X509Certificate,
  X509CertificateGenerator,
} from '@peculiar/x509';
import { z } from 'zod';
import type { Clock } from '../../../../platform/clock.ts';
import { type Random, randomHex } from '../../../../platform/random.ts';
import type { SecretStore } from '../../../core/vault/secret-store.ts';

export interface ServerCertificate {
  /** PKCS #8, PEM. */
  readonly key: string;
  /** PEM. */
  readonly certificate: string;
}

export interface SandboxCertificateOptions {
  /** Secret store of this installation, which has key and certificate under one name. */
  readonly store: SecretStore;
  readonly clock: Clock;
  readonly random: Random;
}

/** Name of the entry in the secret store. */
export const certificateSecret = 'receiver-certificate';

const dayMs = 24 * 60 * 60 * 1_000;
const validForMs = 397 * dayMs;
const renewBeforeMs = 30 * dayMs;
/** A clock that was set back a little must not make it invalid. */
const validSinceMs = 2 * dayMs;

const kept = z.strictObject({ key: z.string(), certificate: z.string() });

/** Reads the certificate; makes another when there is none, or it soon expires. Throws what the store throws. */
export async function openSandboxCertificate(
  options: SandboxCertificateOptions,
): Promise<ServerCertificate> {
  const { store, clock } = options;
  const found = readKept(await store.get(certificateSecret));
  if (found !== null && isGood(found.certificate, clock.now())) return found;
  const made = await make(options);
  await store.set(certificateSecret, JSON.stringify(made));
  return made;
}

/** Nothing depends on the old key: the sandbox is told of the certificate at every start. */
const readKept = (text: string | null): ServerCertificate | null =>
  text === null ? null : jsonOrNull(kept, text);

function isGood(pem: string, now: number): boolean {
  try {
    const { notBefore, notAfter } = new X509Certificate(pem);
    return notBefore.getTime() <= now && notAfter.getTime() - renewBeforeMs > now;
  } catch {
    return false;
  }
}

async function make({ clock, random }: SandboxCertificateOptions): Promise<ServerCertificate> {
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
  const keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const certificate = await X509CertificateGenerator.createSelfSigned({
    // The first bit must be 0: the number is a positive one.
    serialNumber: `01${randomHex(random, 15)}`,
    name: 'CN=Causeway receiver',
    notBefore: new Date(clock.now() - validSinceMs),
    notAfter: new Date(clock.now() + validForMs),
    signingAlgorithm: algorithm,
    keys,
    extensions: [
      new BasicConstraintsExtension(false, undefined, true),
      new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
      new ExtendedKeyUsageExtension([ExtendedKeyUsage.serverAuth]),
      new SubjectAlternativeNameExtension([
        { type: 'dns', value: 'localhost' },
        { type: 'ip', value: '127.0.0.1' },
      ]),
    ],
  });
  const pkcs8 = await crypto.subtle.exportKey('pkcs8', keys.privateKey);
  return {
    key: PemConverter.encode(pkcs8, 'PRIVATE KEY'),
    certificate: certificate.toString('pem'),
  };
}
