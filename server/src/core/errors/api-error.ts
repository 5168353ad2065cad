import { type ErrorCode, type ErrorFields, errors } from '@posthorn/contract';

export interface ErrorOptions {
  /** For the caller; by default the sentence of the catalogue. For a code without one it is not part of the envelope. */
  detail?: string | undefined;
  /** Response headers, such as `Retry-After`. */
  headers?: Readonly<Record<string, string>>;
  /** For the log. */
  cause?: unknown;
}

type FieldArguments<C extends ErrorCode> =
  Record<never, never> extends ErrorFields<C>
    ? [fields?: ErrorFields<C>, options?: ErrorOptions]
    : [fields: ErrorFields<C>, options?: ErrorOptions];

/**
 * An error that callers see. Verbs *return* it, so that its code is part of their type and an
 * undeclared one does not compile; only the adapter layers throw it.
 */
export class ApiError<C extends ErrorCode = ErrorCode> extends Error {
  readonly code: C;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly detail: string | null;
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: C, ...[fields, options]: FieldArguments<C>) {
    super(code, { cause: options?.cause });
    this.name = 'ApiError';
    this.code = code;
    this.fields = fields ?? {};
    this.detail = options?.detail ?? errors[code].detail;
    this.headers = options?.headers ?? {};
  }

  get status(): number {
    return errors[this.code].status;
  }

  /** The same error, with a further sentence in its detail. Safe because code and fields stay as they are. */
  adding(sentence: string): this {
    const Same = this.constructor as new (code: C, fields: object, options: ErrorOptions) => this;
    return new Same(this.code, this.fields, { detail: `${this.detail} ${sentence}`, headers: this.headers, cause: this.cause });
  }

  /** The JSON that the caller gets. */
  toEnvelope(): Record<string, unknown> {
    return errors[this.code].detail === null ? { error: this.code } : { error: this.code, detail: this.detail, ...this.fields };
  }
}

/** Returns a result that is no error; throws the error otherwise. For adapter layers. */
export function orThrow<T>(value: T | ApiError): T {
  if (value instanceof ApiError) throw value;
  return value;
}
