import type { Call, CallOptions } from '../call.ts';
import { EmailApiFetchParamCreator } from '../generated/api.ts';
import type { Api } from '../generated/models.ts';
import type { Configuration } from '../generated/runtime.ts';

export type SendRequest = Api.SendRequest;
export type SendResult = Api.SendResult;
export type Attachment = Api.Attachment;

export function emailOf(call: Call, configuration: Configuration) {
  const requests = EmailApiFetchParamCreator(configuration);
  return {
    /** Sends an email: it is stored durably before the answer, delivery follows in the background. Errors: `from_domain_not_verified`. */
    send: async (request: SendRequest, options?: CallOptions): Promise<SendResult> => call(requests.emailSend(request), options),
  };
}
