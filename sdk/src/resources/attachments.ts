import type { Call, CallOptions, Download } from '../call.ts';
import type { Api } from '../generated/models.ts';
import * as operations from '../generated/operations.ts';

export type Upload = Api.Upload;

export interface UploadOptions extends CallOptions {
  /** Name of the file; by default that of a `File`. */
  readonly filename?: string | undefined;
}

const named = (file: Blob, filename: string | undefined) =>
  filename === undefined ? file : new File([file], filename, { type: file.type });

function partsOf(storageKey: string) {
  const [tenantId = '', messageId = '', filename = '', ...rest] = storageKey.split('/');
  if (rest.length > 0) throw new TypeError(`no storage key: ${storageKey}`);
  return { tenant_id: tenantId, message_id: messageId, filename };
}

export function attachmentsOf({ call, download }: { call: Call; download: Download }) {
  return {
    /**
     * Uploads a file of at most 10485760 bytes, whose `storage_key` attaches it to later sends. It is deleted after 7 days unless one uses
     * it. Errors: `empty_file`, `file_too_large`.
     */
    upload: async (file: Blob, { filename, ...options }: UploadOptions = {}): Promise<Upload> =>
      call(operations.attachmentsUpload({ form: { file: named(file, filename) } }), options),
    /** Downloads an attachment, as a response to read or to stream. Errors: `not_found`. */
    download: async (storageKey: string, options?: CallOptions): Promise<Response> =>
      download(operations.attachmentsDownload(partsOf(storageKey)), options),
  };
}
