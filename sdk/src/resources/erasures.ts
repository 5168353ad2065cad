import type { Call, CallOptions } from '../call.ts';
import type { Api } from '../generated/models.ts';
import * as operations from '../generated/operations.ts';

export type EraseRequest = Api.ErasuresCreateRequest;
export type ErasedAddress = Api.ErasedAddress;

export function erasuresOf(call: Call) {
  return {
    /** Erases an address wherever the tenant keeps it; it gets no more mail. Done when it answers. Errors: `invalid_email`. */
    create: async (request: EraseRequest, options?: CallOptions): Promise<ErasedAddress> =>
      call(operations.erasuresCreate({ body: request }), options),
    /** Lets an erased address get mail again, whether or not it was erased. */
    delete: async (email: string, options?: CallOptions): Promise<Api.DeletedAddress> =>
      call(operations.erasuresDelete({ email }), options),
  };
}
