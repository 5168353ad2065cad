/** An answer whose bytes had begun to come did not come to its end. */
export class BrokenOffError extends Error {
  constructor(options: ErrorOptions) {
    super('the answer broke off', options);
    this.name = 'BrokenOffError';
  }
}
