/** Why an image can't be a logo. The message is a sentence for a person. */
export class LogoError extends Error {
  override readonly name = 'LogoError';
}
