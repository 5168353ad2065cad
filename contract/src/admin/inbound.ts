import { z } from 'zod';
import { idOf, mailAddress } from '../core/fields.ts';
import { limits } from '../core/limits.ts';
import { op } from '../core/operation.ts';

export const inbound = {
  receive: op({
    method: 'POST',
    path: '/admin/inbound',
    summary: 'Hand in a mail',
    description:
      'Takes the mail as the SMTP listener would: into the log of every tenant with a recipient, as a report to a return path, or for the operator as `postmaster`.',
    tags: ['Inbound'],
    scope: 'operator',
    query: z.object({
      rcpt: z.array(mailAddress).optional().describe('Recipients of the envelope.'),
      from: mailAddress.optional().describe('Sender of the envelope; the Return-Path header unless given.'),
    }),
    repeatable: ['rcpt'],
    bodyType: 'raw',
    maxBody: limits.inboundBytes,
    responses: {
      201: z.object({
        data: z
          .array(z.object({ id: idOf('the entry in the log of received mail'), tenant_id: idOf('the tenant') }))
          .describe('The entries that it made, one for each tenant; empty where it was a report, or for the postmaster.'),
      }),
    },
    answers: { 201: 'The entries that it made in the logs of tenants.' },
    errors: ['validation_failed'],
  }),
};
