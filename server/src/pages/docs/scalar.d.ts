interface Window {
  /** Set by the bundle of @scalar/api-reference, which is loaded first. */
  readonly Scalar: { createApiReference(selector: string, configuration: Readonly<Record<string, unknown>>): void };
}
