import type { Call, CallOptions } from '../call.ts';
import type { Api } from '../generated/models.ts';
import * as operations from '../generated/operations.ts';
import { iterate, type ListQuery, type Page } from '../paginate.ts';

export type Segment = Api.Segment;
export type SegmentFilter = Api.SegmentFilter;
export type CreateSegmentRequest = Api.SegmentsCreateRequest;
export type UpdateSegmentRequest = Api.SegmentsUpdateRequest;
export type PreviewSegmentRequest = Api.SegmentsPreviewRequest;
export type SegmentPreview = Api.SegmentsPreview200Response;
export type SegmentCount = Api.SegmentsCount200Response;

export function segmentsOf(call: Call) {
  const list = async (query: ListQuery<string> = {}, options?: CallOptions): Promise<Page<Segment, string>> =>
    call(operations.segmentsList(query), options);
  const listContacts = async (id: string, query: ListQuery<string> = {}, options?: CallOptions): Promise<Page<Api.Contact, string>> =>
    call(operations.segmentsListContacts({ ...query, id }), options);
  return {
    /** Saves a filter of contacts. Errors: `invalid_filter` (with `path`). */
    create: async (request: CreateSegmentRequest, options?: CallOptions): Promise<Segment> =>
      call(operations.segmentsCreate({ body: request }), options),
    /** A page of the segments, newest first. Errors: `invalid_cursor`. */
    list,
    /** The segments, newest first, over all pages. */
    iterate: (query: ListQuery<string> = {}, options?: CallOptions) => iterate(list, query, options),
    /** One segment. Errors: `not_found`. */
    get: async (id: string, options?: CallOptions): Promise<Segment> => call(operations.segmentsGet({ id }), options),
    /** Renames a segment or replaces its filter. Errors: `not_found`, `invalid_filter` (with `path`). */
    update: async (id: string, request: UpdateSegmentRequest, options?: CallOptions): Promise<Segment> =>
      call(operations.segmentsUpdate({ id, body: request }), options),
    /** Deletes a segment. Errors: `not_found`. */
    delete: async (id: string, options?: CallOptions): Promise<Api.Deleted> => call(operations.segmentsDelete({ id }), options),
    /** Counts the contacts that a filter matches and shows the newest, 25 unless `limit` says otherwise. Errors: `invalid_filter` (with `path`). */
    preview: async (request: PreviewSegmentRequest, options?: CallOptions): Promise<SegmentPreview> =>
      call(operations.segmentsPreview({ body: request }), options),
    /** A page of a segment's contacts, oldest first. Errors: `not_found`, `invalid_cursor`, `invalid_filter` (with `path`). */
    listContacts,
    /** A segment's contacts, oldest first, over all pages. */
    iterateContacts: (id: string, query: ListQuery<string> = {}, options?: CallOptions) =>
      iterate((page: ListQuery<string>, given?: CallOptions) => listContacts(id, page, given), query, options),
    /** Counts the contacts that a segment matches now. Errors: `not_found`, `invalid_filter` (with `path`). */
    count: async (id: string, options?: CallOptions): Promise<SegmentCount> => call(operations.segmentsCount({ id }), options),
  };
}
