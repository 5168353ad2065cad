import type { Call, CallOptions, Download } from '../call.ts';
import type { Api } from '../generated/models.ts';
import * as operations from '../generated/operations.ts';
import { iterate, type ListQuery, type Page } from '../paginate.ts';

export type InboundMail = Api.InboundMail;
export type InboundMailDetail = Api.InboundMailDetail;

export interface InboundGetOptions extends CallOptions {
  /** False: without `cc`, `bcc`, `reply_to`, headers, bodies and source, as if they were erased. */
  readonly content?: boolean;
}

export function inboundOf({ call, download }: { readonly call: Call; readonly download: Download }) {
  const list = async (query: ListQuery<number> = {}, options?: CallOptions): Promise<Page<InboundMail, number>> =>
    call(operations.inboundList(query), options);
  return {
    /** A page of the received mail, newest first. Errors: `invalid_cursor`. */
    list,
    /** The received mail, newest first, over all pages. */
    iterate: (query: ListQuery<number> = {}, options?: CallOptions) => iterate(list, query, options),
    /** One received mail with its headers, its bodies and its source; much faster without these, by `content: false`. Errors: `not_found`. */
    get: async (id: string, { content, ...options }: InboundGetOptions = {}): Promise<InboundMailDetail> =>
      call(operations.inboundGet({ id, content }), options),
    /** The bytes of an attachment, unread, by its index. Errors: `not_found`. */
    getAttachment: async (id: string, index: number | string, options?: CallOptions): Promise<Response> =>
      download(operations.inboundGetAttachment({ id, n: String(index) }), options),
  };
}
