/** Something that the service needs does not answer, at least not now; the cause says what. Callers are told to try again. */
export class Unavailable extends Error {
  /** Message for callers, in place of the usual sentence. */
  readonly detail: string | undefined;
  /** Whether it lasts until somebody mends it, and trying again is in vain. */
  readonly isPermanent: boolean;

  /** `cause`: undefined if nothing is wrong but the load is too high. */
  constructor(cause: unknown, detail?: string, { isPermanent = false }: { readonly isPermanent?: boolean } = {}) {
    super('a part of the service is unavailable', { cause });
    this.name = 'Unavailable';
    this.detail = detail;
    this.isPermanent = isPermanent;
  }
}

/** How far a chain of causes is followed. */
const DEEPEST = 5;

/** Returns what says that the service is unavailable: the error, what caused it, or all that it is made of. */
export function unavailableIn(error: unknown, depth = 0): Unavailable | undefined {
  if (error instanceof Unavailable || depth > DEEPEST) return error instanceof Unavailable ? error : undefined;
  if (error instanceof AggregateError && error.errors.length > 0) {
    const found = error.errors.map((one) => unavailableIn(one, depth + 1));
    return found.every((one) => one !== undefined) ? found[0] : undefined;
  }
  return error instanceof Error && error.cause !== undefined ? unavailableIn(error.cause, depth + 1) : undefined;
}
