/** What was asked of profiles or the data directory can't be done; the message is for people. */
export class ProfileError extends Error {
  override readonly name = 'ProfileError';
  readonly code: 'invalid' | 'not-found' | 'damaged';

  constructor(code: ProfileError['code'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
