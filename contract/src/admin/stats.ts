import { z } from 'zod';
import { op } from '../core/operation.ts';
import { providerFaults } from './provider-faults.ts';

const count = z.int().describe('How many there are; 100000 stands for as many or more.');
const oldest = z.int().nullable().describe('Milliseconds that the oldest has waited; null where it is not known, or is to wait.');

const queue = z.object({
  waiting: z.int().describe('Jobs that wait.'),
  active: z.int().describe('Jobs that are being worked on.'),
  oldest_waiting_ms: z.int().nullable().describe('Milliseconds that the oldest waiting job has waited; null where none does.'),
});

const mail = z.object({
  state: z.string().describe('Status of the messages.'),
  reason: z
    .enum(['ready', 'retry', 'scheduled', 'delivering', 'broadcast', 'pace', 'paused', 'suspended'])
    .describe('Why they wait: for a worker, for another try, for their time, and so on.'),
  count,
  oldest_ms: oldest,
});

const provider = z
  .object({
    name: z.string().describe('The provider, without user and password.'),
    up: z.boolean().describe('Whether it took mail, or answered this process, within the last minute.'),
    fault: z.enum(providerFaults).nullable().describe('What is wrong; null where nothing is.'),
  })
  .nullable()
  .describe('The provider as this process sees it; null where it delivers nothing.');

const job = z.object({
  runs: z.int().describe('Runs that have ended, failed ones included.'),
  failures: z.int().describe('Those of them that have failed.'),
  last_success_at: z.int().nullable().describe('When one last ended well, in milliseconds; null where none has.'),
});

const reputation = z.object({
  tenant_id: z.string().describe('Id of the tenant.'),
  emails: z.int().describe('Emails of the last 24 hours; of a tenant with many, the newest 20000.'),
  bounces: z.int().describe('Bounces since the oldest of those.'),
  complaints: z.int().describe('Complaints since the oldest of those.'),
});

const finding = z.object({
  subject: z.string().describe('What it is about, in a word.'),
  detail: z.string().describe('What was found.'),
  mend: z.string().describe('What to do about it.'),
});

export const stats = {
  get: op({
    method: 'GET',
    path: '/admin/stats',
    summary: 'What waits, what becomes of mail, and what is wrong',
    tags: ['Stats'],
    scope: 'operator',
    responses: {
      200: z.object({
        queues: z.record(z.string(), queue).describe('The queues by their names.'),
        messages: z.record(z.string(), z.int()).describe('Number of messages by status.'),
        in_doubt: z.int().describe('Attempts whose final reply was lost.'),
        waiting: z.array(mail).describe('Mail that has not left, by state and reason.'),
        webhooks: z
          .array(z.object({ state: z.enum(['ready', 'retry', 'held']).describe('How they wait.'), count, oldest_ms: oldest }))
          .describe('Webhook deliveries that are still to be made.'),
        inbound: z
          .array(z.object({ state: z.enum(['waiting', 'aside']).describe('To be read, or not to be.'), count, oldest_ms: oldest }))
          .describe('Mail that was taken and is in no log.'),
        storage_changes: z.int().describe('Changes of what tenants keep that are in no figure yet.'),
        provider,
        jobs: z.record(z.string(), job).describe('The recurring jobs of this process by their names, since it started.'),
        reputation: z.array(reputation).describe('The 20 tenants with most bounces and the 20 with most complaints in the last 24 hours.'),
        findings: z.array(finding).describe('What stands still, or is likely to: the same as `posthorn doctor` says of it.'),
      }),
    },
    answers: { 200: 'Depths and counts of this instant.' },
    errors: [],
  }),
};
