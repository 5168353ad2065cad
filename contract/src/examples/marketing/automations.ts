import type { Automation, Enrollment } from '../../automations/automation-fields.ts';
import type { automations } from '../../automations/automations.ts';
import type { ResourceExamples } from '../resource-examples.ts';
import { ada } from './contacts.ts';

const SENT_AT = 1_790_000_000_000;
const DAY_MS = 86_400_000;

const welcome: Automation = {
  id: 'aut_01m7y8x9nf5c7e9g1j3m5p7r9t',
  name: 'Welcome',
  description: null,
  trigger_kind: 'contact_created',
  trigger_config: {},
  steps: [
    { id: 'welcome', type: 'send_email', template_alias: 'welcome' },
    {
      id: 'opened',
      type: 'wait_for_event',
      event: 'open',
      step: 'welcome',
      timeout_seconds: 259_200,
      then: [{ id: 'mark', type: 'update_contact', attributes: { keen: true } }],
      else: [{ id: 'remind', type: 'send_email', subject: 'Still there, {{ first_name }}?', text_body: 'Have a look around.' }],
    },
  ],
  from_domain_id: null,
  from: 'Ada <ada@demo.posthorn.test>',
  reply_to: null,
  status: 'draft',
  enrollment_counts: { active: 0, completed: 0, cancelled: 0, failed: 0 },
  created_at: SENT_AT,
  updated_at: SENT_AT,
  activated_at: null,
  archived_at: null,
};

const active: Automation = { ...welcome, status: 'active', activated_at: SENT_AT };

const enrollment: Enrollment = {
  id: 'enr_01m7y8y3qh6d8f0h2k4n6q8s0v',
  automation_id: welcome.id,
  contact_id: ada.id,
  status: 'active',
  source: 'manual',
  current_step: 'opened',
  next_run_at: SENT_AT + 3 * DAY_MS,
  exit_reason: null,
  error: null,
  created_at: SENT_AT,
  updated_at: SENT_AT,
  completed_at: null,
};

const cancelled: Enrollment = {
  ...enrollment,
  status: 'cancelled',
  next_run_at: null,
  exit_reason: 'cancelled',
  completed_at: SENT_AT,
};

export const automationExamples: ResourceExamples<typeof automations> = {
  create: {
    body: { name: welcome.name, trigger_kind: 'contact_created', steps: welcome.steps, from: welcome.from },
    201: welcome,
  },
  stats: {
    200: {
      automation_id: welcome.id,
      enrollments: { active: 12, completed: 80, cancelled: 3, failed: 1 },
      steps: [
        {
          step: 'step_1',
          type: 'send_email',
          path: 'steps[0]',
          active: 0,
          cancelled: 1,
          failed: 1,
          mail: {
            ...{ total: 94, queued: 0, sent: 93, failed: 1, suppressed: 0, cancelled: 0, unique_opens: 51, unique_clicks: 17 },
            events: {
              ...{ sent: 93, delivery: 90, delivery_delayed: 1, failed: 1, bounce: 3, complaint: 0 },
              ...{ suppressed: 0, open: 74, click: 22, scheduled: 0, cancelled: 0 },
            },
          },
        },
        { step: 'step_2', type: 'wait', path: 'steps[1]', active: 12, cancelled: 2, failed: 0, mail: null },
      ],
    },
  },
  list: { 200: { data: [welcome], next_cursor: null } },
  get: { 200: welcome },
  update: { body: { name: welcome.name }, 200: welcome },
  delete: { 200: { deleted: true, id: welcome.id } },
  activate: { 200: active },
  pause: { 200: { ...active, status: 'paused' } },
  archive: { 200: { ...active, status: 'archived', archived_at: SENT_AT } },
  simulate: {
    body: { contact_id: ada.id, events: [{ event: 'open', step: 'welcome', after_seconds: 3600 }] },
    200: {
      path: [
        { step: 'welcome', type: 'send_email', at: SENT_AT, outcome: 'sent', detail: 'Welcome' },
        { step: 'opened', type: 'wait_for_event', at: SENT_AT + 3_600_000, outcome: 'happened', detail: null },
        { step: 'mark', type: 'update_contact', at: SENT_AT + 3_600_000, outcome: 'updated', detail: null },
      ],
      ended: 'completed',
    },
  },
  enroll: { body: { email: ada.email }, 200: enrollment, 201: enrollment },
  listEnrollments: { 200: { data: [{ ...enrollment, email: ada.email }], next_cursor: null } },
  getEnrollment: { 200: enrollment },
  cancelEnrollment: { 200: cancelled },
};
