/** What the thread is started with. */
export interface ScanSettings {
  readonly file: string;
}

/** A statement for the thread, which answers it before it is sent the next. */
export interface ScanTask {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

export type ScanOutcome =
  | { readonly kind: 'rows'; readonly rows: unknown[] }
  | { readonly kind: 'fault'; readonly message: string; readonly code: string };
