/** Expected: the message is a sentence for a person. */
export class AnnotationError extends Error {
  override readonly name = 'AnnotationError';
  readonly code: 'refused' | 'not-found';
  constructor(code: AnnotationError['code'], message: string) {
    super(message);
    this.code = code;
  }
}
