/** Something the service needs does not answer, or not now; the cause says what. Callers are told to try again. */
export class Unavailable extends Error {
  constructor(cause: unknown) {
    super('a part of the service is unavailable', { cause });
    this.name = 'Unavailable';
  }
}
