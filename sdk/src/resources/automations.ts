import type { Call, CallOptions } from '../call.ts';
import type { Api } from '../generated/models.ts';
import * as operations from '../generated/operations.ts';
import { iterate, type ListQuery, type Page, type QueryOf } from '../paginate.ts';

export type Automation = Api.Automation;
export type AutomationStats = Api.AutomationStats;
export type AutomationStep = Api.AutomationStep;
export type Enrollment = Api.Enrollment;
export type ListedEnrollment = Api.ListedEnrollment;
export type CreateAutomationRequest = Api.AutomationsCreateRequest;
export type UpdateAutomationRequest = Api.AutomationsUpdateRequest;
export type SimulateAutomationRequest = Api.AutomationsSimulateRequest;
export type AutomationSimulation = Api.AutomationSimulation;
export type EnrollRequest = Api.AutomationsEnrollRequest;

export type EnrollmentQuery = QueryOf<typeof operations.automationsListEnrollments>;

export function automationsOf(call: Call) {
  const list = async (query: ListQuery<string> = {}, options?: CallOptions): Promise<Page<Automation, string>> =>
    call(operations.automationsList(query), options);
  const listEnrollments = async (id: string, query: EnrollmentQuery = {}, options?: CallOptions): Promise<Page<ListedEnrollment, string>> =>
    call(operations.automationsListEnrollments({ ...query, id }), options);
  return {
    /** Creates a draft. Errors: `invalid_trigger`, `invalid_steps` (with `path`), `missing_field`, `validation_failed` (with `field`). */
    create: async (request: CreateAutomationRequest, options?: CallOptions): Promise<Automation> =>
      call(operations.automationsCreate({ body: request }), options),
    /** A page of the automations, newest first. Errors: `invalid_cursor`. */
    list,
    /** The automations, newest first, over all pages. */
    iterate: (query: ListQuery<string> = {}, options?: CallOptions) => iterate(list, query, options),
    /** One automation. Errors: `not_found`. */
    get: async (id: string, options?: CallOptions): Promise<Automation> => call(operations.automationsGet({ id }), options),
    /** Edits a draft; null clears. Errors: `not_found`, `not_editable` (with `status`), `invalid_trigger`, `invalid_steps` (with `path`). */
    update: async (id: string, request: UpdateAutomationRequest, options?: CallOptions): Promise<Automation> =>
      call(operations.automationsUpdate({ id, body: request }), options),
    /** Returns the statistics of an automation, step by step. Errors: `not_found`. */
    stats: async (id: string, options?: CallOptions): Promise<AutomationStats> => call(operations.automationsStats({ id }), options),
    /** Deletes an automation with its enrollments. Errors: `not_found`. */
    delete: async (id: string, options?: CallOptions): Promise<Api.Deleted> => call(operations.automationsDelete({ id }), options),
    /**
     * Activates a draft or a paused automation. Errors: `not_found`, `not_activatable` (with `status`), `invalid_steps` (with `path`),
     * `invalid_trigger`, `from_domain_not_verified`, `automation_limit_reached`.
     */
    activate: async (id: string, options?: CallOptions): Promise<Automation> => call(operations.automationsActivate({ id }), options),
    /** Pauses an automation: every enrollment stays where it is. Errors: `not_found`, `not_active` (with `status`). */
    pause: async (id: string, options?: CallOptions): Promise<Automation> => call(operations.automationsPause({ id }), options),
    /** Ends an automation permanently and cancels its active enrollments. Errors: `not_found`, `not_archivable` (with `status`). */
    archive: async (id: string, options?: CallOptions): Promise<Automation> => call(operations.automationsArchive({ id }), options),
    /**
     * Simulates an automation for a contact, named by its `contact_id` or its `email`; nothing is stored or sent. Errors: `not_found`,
     * `contact_not_found`, `invalid_email`, `missing_field`, `invalid_steps` (with `path`).
     */
    simulate: async (id: string, request: SimulateAutomationRequest, options?: CallOptions): Promise<AutomationSimulation> =>
      call(operations.automationsSimulate({ id, body: request }), options),
    /**
     * Enrolls a contact, named by its `contact_id` or its `email`, at most once. Errors: `not_found`, `not_active` (with `status`),
     * `contact_not_found`, `invalid_email`, `missing_field`.
     */
    enroll: async (id: string, request: EnrollRequest, options?: CallOptions): Promise<Enrollment> =>
      call(operations.automationsEnroll({ id, body: request }), options),
    /** A page of an automation's enrollments, newest first. Errors: `not_found`, `invalid_cursor`. */
    listEnrollments,
    /** An automation's enrollments, newest first, over all pages. */
    iterateEnrollments: (id: string, query: EnrollmentQuery = {}, options?: CallOptions) =>
      iterate((page: EnrollmentQuery, given?: CallOptions) => listEnrollments(id, page, given), query, options),
    /** One enrollment. Errors: `not_found`. */
    getEnrollment: async (id: string, enrollmentId: string, options?: CallOptions): Promise<Enrollment> =>
      call(operations.automationsGetEnrollment({ id, enrollment_id: enrollmentId }), options),
    /** Ends an active enrollment. Errors: `not_found`, `not_active` (with `status`). */
    cancelEnrollment: async (id: string, enrollmentId: string, options?: CallOptions): Promise<Enrollment> =>
      call(operations.automationsCancelEnrollment({ id, enrollment_id: enrollmentId }), options),
  };
}
