/** Makes certificates publicly trusted for the length of a test, as if an authority had signed them. */
import tls from 'node:tls';

/** @returns what undoes it. */
export function trustPublicly(...certificates: readonly string[]): () => void {
  const before = tls.getCACertificates('default');
  tls.setDefaultCACertificates([...before, ...certificates]);
  return () => tls.setDefaultCACertificates(before);
}
