import type { Call, CallOptions } from '../call.ts';
import type { Api } from '../generated/models.ts';
import * as operations from '../generated/operations.ts';

export type EraseRequest = Api.ErasuresCreateRequest;
export type ErasedAddress = Api.ErasedAddress;

export function erasuresOf(call: Call) {
  return {
    /** Erases an address wherever the tenant stores it; it gets no more mail. Complete when it returns. Errors: `invalid_email`. */
    create: async (request: EraseRequest, options?: CallOptions): Promise<ErasedAddress> =>
      call(operations.erasuresCreate({ body: request }), options),
    /** Allows mail to an erased address again, whether or not it was erased. */
    delete: async (email: string, options?: CallOptions): Promise<Api.DeletedAddress> =>
      call(operations.erasuresDelete({ email }), options),
  };
}
