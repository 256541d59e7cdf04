/**
 * Secrets of this installation, to be cut out by value wherever they come back: tokens, secrets of
 * webhooks. A replaced one stays known as long as the process, because its echo may come late.
 */
export interface KnownSecrets {
  /** Again and again is fine. What is too short or too plain to be told from other text is left alone. */
  learn(secret: string): void;
  /** Forgets all: the vault was locked. */
  forget(): void;
  /** Longest first, in every form they may come back in. The same list until something is learned. */
  values(): readonly string[];
}

export function createKnownSecrets(): KnownSecrets {
  const learned = new Set<string>();
  let values: readonly string[] = [];
  return {
    learn(secret) {
      if (learned.has(secret) || isTooPlain(secret)) return;
      learned.add(secret);
      values = [...new Set([...learned].flatMap(formsOf))].toSorted(
        (one, other) => other.length - one.length || (one < other ? -1 : 1),
      );
    },
    forget() {
      learned.clear();
      values = [];
    },
    values: () => values,
  };
}

/** An amount, an account number or a word of a sentence must never be taken for a secret. */
const isTooPlain = (secret: string): boolean =>
  secret.length < 8 ||
  /^[\d\s.,+-]*$/.test(secret) ||
  (/^[A-Za-z]*$/.test(secret) && secret.length < 20);

/**
 * As it is, as it stands in a URL, in JSON and in CSV, and the parts that are its own: of a JWT, and of a
 * webhook's secret what stands behind its prefix.
 */
function formsOf(secret: string): string[] {
  const [, ...parts] = secret.startsWith('eyJ')
    ? secret.split('.')
    : (/^(secret_)(.*)$/s.exec(secret)?.slice(1) ?? []);
  return [
    secret,
    encodeURIComponent(secret.toWellFormed()),
    JSON.stringify(secret).slice(1, -1),
    secret.replaceAll('"', '""'),
    Buffer.from(secret).toString('base64').replace(/=+$/, ''),
    ...parts.filter((part) => part.length >= 16),
  ];
}
