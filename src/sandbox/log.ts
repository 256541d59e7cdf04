/** The sandbox's log. IDs yes; tokens, secrets and personal data never. */

export type LogFields = Readonly<Record<string, string | number | boolean | null>>;

export interface SandboxLog {
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
}

const ignore = (): void => undefined;

export const silentLog: SandboxLog = { info: ignore, warn: ignore, error: ignore };
