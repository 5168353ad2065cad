import type { Call, CallOptions } from '../call.ts';
import { MessagesApiFetchParamCreator } from '../generated/api.ts';
import type { Api } from '../generated/models.ts';
import type { Configuration } from '../generated/runtime.ts';
import { iterate, type ListQuery, type Page } from '../paginate.ts';

export type Message = Api.Message;
export type MessageDetail = Api.MessageDetail;

export interface MessageQuery extends ListQuery<number> {
  /** Only messages that have this tag. */
  readonly tag_key?: string | undefined;
  /** Only messages whose tag `tag_key` has this value. */
  readonly tag_value?: string | undefined;
}

export function messagesOf(call: Call, configuration: Configuration) {
  const requests = MessagesApiFetchParamCreator(configuration);
  const list = async (query: MessageQuery = {}, options?: CallOptions): Promise<Page<Message, number>> =>
    call(requests.messagesList(query.limit, query.cursor, query.tag_key, query.tag_value), options);
  return {
    /** A page of the activity log, newest first. Errors: `invalid_cursor`. */
    list,
    /** The activity log, newest first, over all pages. */
    iterate: (query: MessageQuery = {}, options?: CallOptions) => iterate(list, query, options),
    /** One message with its recipients and everything that happened to it. Errors: `not_found`. */
    get: async (id: string, options?: CallOptions): Promise<MessageDetail> => call(requests.messagesGet(id), options),
  };
}
