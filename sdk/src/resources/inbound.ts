import type { Call, CallOptions, Download } from '../call.ts';
import { InboundApiFetchParamCreator } from '../generated/api.ts';
import type { Api } from '../generated/models.ts';
import type { Configuration } from '../generated/runtime.ts';
import { iterate, type ListQuery, type Page } from '../paginate.ts';

export type InboundMail = Api.InboundMail;
export type InboundMailDetail = Api.InboundMailDetail;

export function inboundOf({ call, download }: { readonly call: Call; readonly download: Download }, configuration: Configuration) {
  const requests = InboundApiFetchParamCreator(configuration);
  const list = async (query: ListQuery<number> = {}, options?: CallOptions): Promise<Page<InboundMail, number>> =>
    call(requests.inboundList(query.limit, query.cursor), options);
  return {
    /** A page of the received mail, newest first. Errors: `invalid_cursor`. */
    list,
    /** The received mail, newest first, over all pages. */
    iterate: (query: ListQuery<number> = {}, options?: CallOptions) => iterate(list, query, options),
    /** One received mail with its headers, its bodies and its source. Errors: `not_found`. */
    get: async (id: string, options?: CallOptions): Promise<InboundMailDetail> => call(requests.inboundGet(id), options),
    /** The bytes of an attachment, unread, by its index. Errors: `not_found`. */
    getAttachment: async (id: string, index: number | string, options?: CallOptions): Promise<Response> =>
      download(requests.inboundGetAttachment(id, String(index)), options),
  };
}
