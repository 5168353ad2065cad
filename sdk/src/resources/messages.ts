import type { Call, CallOptions } from '../call.ts';
import type { Api } from '../generated/models.ts';
import * as operations from '../generated/operations.ts';
import { iterate, type Page, type QueryOf, type SearchPage } from '../paginate.ts';

export type Message = Api.Message;
export type MessageDetail = Api.MessageDetail;

export type MessageSearch = QueryOf<typeof operations.messagesSearch>;
export type MessageQuery = QueryOf<typeof operations.messagesList>;

export function messagesOf(call: Call) {
  const list = async (query: MessageQuery = {}, options?: CallOptions): Promise<Page<Message, number>> =>
    call(operations.messagesList(query), options);
  const search = async (query: MessageSearch = {}, options?: CallOptions): Promise<SearchPage<Message, number>> =>
    call(operations.messagesSearch(query), options);
  return {
    /** A page of the activity log, newest first. Errors: `invalid_cursor`. */
    list,
    /** The activity log, newest first, over all pages. */
    iterate: (query: MessageQuery = {}, options?: CallOptions) => iterate(list, query, options),
    /**
     * A page of the results of a search, newest first; it may have few rows although more follow. Errors: `validation_failed`,
     * `invalid_cursor`.
     */
    search,
    /** All results of a search, newest first, however far back it has to look. */
    iterateSearch: (query: MessageSearch = {}, options?: CallOptions) => iterate(search, query, options),
    /** One message with its recipients and everything that happened to it. Errors: `not_found`. */
    get: async (id: string, options?: CallOptions): Promise<MessageDetail> => call(operations.messagesGet({ id }), options),
  };
}
