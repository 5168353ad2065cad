/** A request to a public link in mail. */
export interface LinkRequest {
  readonly method: 'GET' | 'HEAD' | 'POST';
  readonly token: string;
  /** Fields of a posted form, each name once. */
  readonly form: ReadonlyMap<string, string>;
  readonly headers: Headers;
  /** Null if unknown. */
  readonly ip: string | null;
}

export interface LinkResponse {
  readonly status: 200 | 302 | 400 | 404 | 410 | 503;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array<ArrayBuffer> | null;
}

export type AnswerLink = (request: LinkRequest) => Promise<LinkResponse>;
