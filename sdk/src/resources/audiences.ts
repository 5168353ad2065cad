import type { Call, CallOptions } from '../call.ts';
import { AudiencesApiFetchParamCreator } from '../generated/api.ts';
import type { Api } from '../generated/models.ts';
import type { Configuration } from '../generated/runtime.ts';
import { iterate, type ListQuery, type Page } from '../paginate.ts';
import type { Contact } from './contacts.ts';
import type { Deleted } from './domains.ts';

export type Audience = Api.Audience;
export type AudienceResult = Api.AudienceResult;
export type CreateAudienceRequest = Api.AudiencesCreateRequest;
export type UpdateAudienceRequest = Api.AudiencesUpdateRequest;
export type Membership = Api.Membership;
export type AddMembersResult = Api.AudiencesAddMembers200Response;
export type DeletedMembership = Api.DeletedMembership;

export function audiencesOf(call: Call, configuration: Configuration) {
  const requests = AudiencesApiFetchParamCreator(configuration);
  const list = async (query: ListQuery<string> = {}, options?: CallOptions): Promise<Page<Audience, string>> =>
    call(requests.audiencesList(query.limit, query.cursor), options);
  const listMembers = async (id: string, query: ListQuery<string> = {}, options?: CallOptions): Promise<Page<Contact, string>> =>
    call(requests.audiencesListMembers(id, query.limit, query.cursor), options);
  return {
    /** Creates an audience without members. Errors: `invalid_name`. */
    create: async (request: CreateAudienceRequest, options?: CallOptions): Promise<AudienceResult> =>
      call(requests.audiencesCreate(request), options),
    /** A page of the audiences, newest first. Errors: `invalid_cursor`. */
    list,
    /** The audiences, newest first, over all pages. */
    iterate: (query: ListQuery<string> = {}, options?: CallOptions) => iterate(list, query, options),
    /** One audience. Errors: `not_found`. */
    get: async (id: string, options?: CallOptions): Promise<Audience> => call(requests.audiencesGet(id), options),
    /** Changes what is given. Errors: `not_found`, `invalid_name`. */
    update: async (id: string, request: UpdateAudienceRequest, options?: CallOptions): Promise<AudienceResult> =>
      call(requests.audiencesUpdate(id, request), options),
    /** Deletes an audience with its memberships; the contacts stay. Errors: `not_found`. */
    delete: async (id: string, options?: CallOptions): Promise<Deleted> => call(requests.audiencesDelete(id), options),
    /** Adds a contact. Errors: `not_found` (the audience), `contact_not_found`. */
    addMember: async (id: string, request: Api.AudiencesAddMemberRequest, options?: CallOptions): Promise<Membership> =>
      call(requests.audiencesAddMember(id, request), options),
    /** Adds up to 100 contacts; each fails by itself. Errors: `not_found`, `empty_batch`, `batch_too_large` (with `max`). */
    addMembers: async (id: string, request: Api.AudiencesAddMembersRequest, options?: CallOptions): Promise<AddMembersResult> =>
      call(requests.audiencesAddMembers(id, request), options),
    /** A page of the members, the oldest contact first. Errors: `not_found`, `invalid_cursor`. */
    listMembers,
    /** The members, the oldest contact first, over all pages. */
    iterateMembers: (id: string, query: ListQuery<string> = {}, options?: CallOptions) =>
      iterate((page: ListQuery<string>, given) => listMembers(id, page, given), query, options),
    /** Takes a contact out, whether or not it is in. Errors: `not_found` (the audience). */
    removeMember: async (id: string, contactId: string, options?: CallOptions): Promise<DeletedMembership> =>
      call(requests.audiencesRemoveMember(id, contactId), options),
  };
}
