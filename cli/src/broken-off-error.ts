/** The bytes of an answer broke off before their end. */
export class BrokenOffError extends Error {
  constructor(options: ErrorOptions) {
    super('the answer broke off', options);
    this.name = 'BrokenOffError';
  }
}
