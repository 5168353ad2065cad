/** Something the service needs does not answer, or not now; the cause says what. Callers are told to try again. */
export class Unavailable extends Error {
  /** What callers are told instead of the usual sentence. */
  readonly detail: string | undefined;

  constructor(cause: unknown, detail?: string) {
    super('a part of the service is unavailable', { cause });
    this.name = 'Unavailable';
    this.detail = detail;
  }
}
