import type { Call, CallOptions } from '../call.ts';
import type { Api } from '../generated/models.ts';
import * as operations from '../generated/operations.ts';
import { iterate, type ListQuery, type Page, type QueryOf } from '../paginate.ts';
import type { Contact } from './contacts.ts';
import type { Deleted } from './domains.ts';

export type Audience = Api.Audience;
export type AudienceResult = Api.AudienceResult;
export type CreateAudienceRequest = Api.AudiencesCreateRequest;
export type UpdateAudienceRequest = Api.AudiencesUpdateRequest;
export type Membership = Api.Membership;
export type AddMembersResult = Api.AudiencesAddMembers200Response;
export type DeletedMembership = Api.DeletedMembership;

/** The page of the members of an audience, and a filter. */
export type AudienceMemberQuery = QueryOf<typeof operations.audiencesListMembers>;

export function audiencesOf(call: Call) {
  const list = async (query: ListQuery<string> = {}, options?: CallOptions): Promise<Page<Audience, string>> =>
    call(operations.audiencesList(query), options);
  const listMembers = async (id: string, query: AudienceMemberQuery = {}, options?: CallOptions): Promise<Page<Contact, string>> =>
    call(operations.audiencesListMembers({ ...query, id }), options);
  const listOfContact = async (contactId: string, query: ListQuery<string> = {}, options?: CallOptions): Promise<Page<Audience, string>> =>
    call(operations.audiencesListOfContact({ ...query, id: contactId }), options);
  return {
    /** Creates an audience without members. Errors: `invalid_name`. */
    create: async (request: CreateAudienceRequest, options?: CallOptions): Promise<AudienceResult> =>
      call(operations.audiencesCreate({ body: request }), options),
    /** A page of the audiences, newest first. Errors: `invalid_cursor`. */
    list,
    /** The audiences, newest first, over all pages. */
    iterate: (query: ListQuery<string> = {}, options?: CallOptions) => iterate(list, query, options),
    /** One audience. Errors: `not_found`. */
    get: async (id: string, options?: CallOptions): Promise<Audience> => call(operations.audiencesGet({ id }), options),
    /** Changes the given fields. Errors: `not_found`, `invalid_name`. */
    update: async (id: string, request: UpdateAudienceRequest, options?: CallOptions): Promise<AudienceResult> =>
      call(operations.audiencesUpdate({ id, body: request }), options),
    /** Deletes an audience with its memberships; the contacts stay. Errors: `not_found`. */
    delete: async (id: string, options?: CallOptions): Promise<Deleted> => call(operations.audiencesDelete({ id }), options),
    /** Adds a contact, named by its `contact_id` or its `email`. Errors: `not_found` (the audience), `contact_not_found`, `invalid_email`. */
    addMember: async (id: string, request: Api.AudiencesAddMemberRequest, options?: CallOptions): Promise<Membership> =>
      call(operations.audiencesAddMember({ id, body: request }), options),
    /**
     * Adds up to 100 contacts, named by `contact_ids`, `emails`, or both; each succeeds or fails independently. Errors: `not_found`,
     * `empty_batch`, `batch_too_large` (with `max`).
     */
    addMembers: async (id: string, request: Api.AudiencesAddMembersRequest, options?: CallOptions): Promise<AddMembersResult> =>
      call(operations.audiencesAddMembers({ id, body: request }), options),
    /** A page of the members, the oldest contact first. Errors: `not_found`, `invalid_cursor`. */
    listMembers,
    /** The members, the oldest contact first, over all pages. */
    iterateMembers: (id: string, query: AudienceMemberQuery = {}, options?: CallOptions) =>
      iterate((page: AudienceMemberQuery, given) => listMembers(id, page, given), query, options),
    /** A page of the audiences that a contact is in, newest first. Errors: `not_found` (the contact), `invalid_cursor`. */
    listOfContact,
    /** The audiences that a contact is in, newest first, over all pages. */
    iterateOfContact: (contactId: string, query: ListQuery<string> = {}, options?: CallOptions) =>
      iterate((page: ListQuery<string>, given) => listOfContact(contactId, page, given), query, options),
    /** Removes a contact, named by its id or its address, whether or not it is a member. Errors: `not_found` (the audience). */
    removeMember: async (id: string, contact: string, options?: CallOptions): Promise<DeletedMembership> =>
      call(operations.audiencesRemoveMember({ id, contact_id: contact }), options),
  };
}
