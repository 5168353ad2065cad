/** The reply to a refused client; the text begins with its enhanced status code (RFC 3463). */
export class Refusal extends Error {
  readonly responseCode: number;
  constructor(code: number, text: string, cause?: unknown) {
    super(text, { cause });
    this.name = 'Refusal';
    this.responseCode = code;
  }
}

export const tooLarge = () => new Refusal(552, '5.3.4 Message too large');
export const tooMuchAtOnce = () => new Refusal(452, '4.3.1 Too much mail at once');
/** `cause`: what of ours is to blame. */
export const noRoom = (cause: unknown) => new Refusal(452, '4.3.1 No room for the mail; try again later', cause);
export const tryAgainLater = () => new Refusal(451, '4.3.0 Try again later');
export const shuttingDown = () => new Refusal(421, '4.3.2 Shutting down');
