/** The one file of a multipart request, read as it arrives. */
export interface UploadedFile {
  readonly filename: string;
  readonly contentType: string;
  /** Throws `file_too_large` when it passes the operation's limit. */
  readonly content: AsyncIterable<Uint8Array>;
}
