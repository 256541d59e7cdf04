/** Refuses a start under which every check of a server's certificate, or its secrecy, would be off. */

/** Expected: the message is a sentence for a person, and names the variable and never its value. */
export class UnsafeEnvironment extends Error {
  override readonly name = 'UnsafeEnvironment';
}

/** Options of Node that give away the keys of connections, or loosen how they are read and agreed on. */
const unsafeOptions =
  /(?:^|\s)--(?:tls-keylog|insecure-http-parser|security-revert|tls-min-v1\.[01]|tls-max-v1\.[01])(?=[=\s]|$)/;

/** @throws UnsafeEnvironment */
export function refuseUnsafeEnvironment(environment: Readonly<NodeJS.ProcessEnv>): void {
  if (environment['NODE_TLS_REJECT_UNAUTHORIZED'] === '0') {
    refuse('NODE_TLS_REJECT_UNAUTHORIZED', 'any server could take the place of the service');
  }
  if ((environment['SSLKEYLOGFILE'] ?? '') !== '') {
    refuse('SSLKEYLOGFILE', 'the keys of encrypted connections would be written to a file');
  }
  // Node takes quotes around an option, and underscores for its dashes.
  const options = (environment['NODE_OPTIONS'] ?? '').replaceAll(/["\\]/g, '').replaceAll('_', '-');
  const option = unsafeOptions.exec(options)?.[0].trim();
  if (option !== undefined) {
    refuse('NODE_OPTIONS', `its ${option} weakens encrypted connections or gives them away`);
  }
}

function refuse(variable: string, why: string): never {
  throw new UnsafeEnvironment(
    `Causeway does not start: the environment variable ${variable} is set, so ${why}. Remove it and start again.`,
  );
}
