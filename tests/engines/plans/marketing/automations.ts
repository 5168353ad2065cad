import { cancelActive } from '../../../../server/src/automations/enrollments/cancel-store.ts';
import { findEnrollmentOf, listEnrollments } from '../../../../server/src/automations/enrollments/enrollment-store.ts';
import {
  deleteEnrollments,
  deleteEnrollmentsOf,
  findAutomationsOf,
  listUnfinished,
} from '../../../../server/src/automations/enrollments/removal-store.ts';
import { findEnrollmentsWithEvent, wakeWaiting } from '../../../../server/src/automations/mail/mail-store.ts';
import { findDueAutomations, listDue, lockDue, nextRunAt } from '../../../../server/src/automations/run/due-store.ts';
import { countActive, listAutomationBytes, listAutomations, lockTriggered } from '../../../../server/src/automations/store.ts';
import { type Plan, page } from '../plan.ts';

export const automationPlans: readonly Plan[] = [
  ['what automations weigh', 'automations_list', (trx) => listAutomationBytes(trx, 't', page)],
  ['automations', 'automations_list', (trx) => listAutomations(trx, 't', page)],
  ['automations that a trigger starts', 'automations_active', (trx) => lockTriggered(trx, { tenantIds: ['t'], kind: 'contact_created' })],
  ['how many automations are active', 'automations_active', (trx) => countActive(trx, 't')],
  ['automations with something due', 'automation_enrollments_due', (trx) => findDueAutomations(trx, { now: 5 })],
  ['those of some automations with something due', 'automation_enrollments_due', (trx) => findDueAutomations(trx, { now: 5, only: ['a'] })],
  ['when an automation is next due', 'automation_enrollments_due', (trx) => nextRunAt(trx)],
  ['automations that are not ended yet', 'automations_unfinished', (trx) => listUnfinished(trx, 5)],
  ['who is due', 'automation_enrollments_due', (trx) => listDue(trx, { automationId: 'a', now: 5, limit: 5 })],
  ['whose turn it is', 'automation_enrollments', (trx) => lockDue(trx, { ids: ['e'], step: 's', now: 5 })],
  [
    'what has happened to the mail of enrollments',
    'automation_mails',
    (trx) => findEnrollmentsWithEvent(trx, { enrollmentIds: ['e'], event: 'open' }),
  ],
  [
    'enrollments whose mail has had events',
    'automation_mails_by_message',
    (trx) => wakeWaiting(trx, { messageIds: ['m'], events: ['open'], now: 5 }),
  ],
  ['enrollments', 'automation_enrollments_list', (trx) => listEnrollments(trx, { tenantId: 't', automationId: 'a' }, page)],
  [
    'enrollments by state',
    'automation_enrollments_by_status',
    (trx) => listEnrollments(trx, { tenantId: 't', automationId: 'a' }, { ...page, status: 'active' }),
  ],
  [
    'the enrollment of a contact',
    'automation_enrollments_(?:once|of_contact)',
    (trx) => findEnrollmentOf(trx, { automationId: 'a', contactId: 'c' }),
  ],
  [
    'who is cancelled',
    'automation_enrollments_due',
    (trx) => cancelActive(trx, { automationId: 'a', reason: 'archived', at: 5, limit: 5 }),
  ],
  [
    'the enrollments of an automation to remove',
    'automation_enrollments',
    (trx) => deleteEnrollments(trx, { automationId: 'a', limit: 5 }),
  ],
  ['the automations of contacts', 'automation_enrollments_of_contact', (trx) => findAutomationsOf(trx, ['c'])],
  ['the enrollments of contacts to remove', 'automation_enrollments_of_contact', (trx) => deleteEnrollmentsOf(trx, ['c'])],
];
