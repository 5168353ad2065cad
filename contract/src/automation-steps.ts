import { z } from 'zod';
import { limits } from './limits.ts';
import type { SegmentFilter } from './segment-filter.ts';

export const stepTypes = [
  'send_email',
  'wait',
  'wait_until',
  'wait_for_event',
  'branch',
  'update_contact',
  'add_to_audience',
  'remove_from_audience',
  'webhook',
  'exit',
] as const;

export const awaitedEvents = ['delivery', 'open', 'click', 'bounce'] as const;

/** One step of an automation; which fields it takes follows from its type. */
export interface AutomationStep {
  id?: string | undefined;
  type: (typeof stepTypes)[number];
  template_alias?: string | undefined;
  template_model?: Record<string, unknown> | undefined;
  subject?: string | undefined;
  html_body?: string | undefined;
  text_body?: string | undefined;
  from?: string | undefined;
  reply_to?: string | undefined;
  tags?: Record<string, string> | undefined;
  seconds?: number | undefined;
  at?: number | undefined;
  event?: (typeof awaitedEvents)[number] | undefined;
  step?: string | undefined;
  timeout_seconds?: number | undefined;
  filter?: SegmentFilter | undefined;
  then?: AutomationStep[] | undefined;
  else?: AutomationStep[] | undefined;
  attributes?: Record<string, string | number | boolean | null> | undefined;
  status?: 'subscribed' | 'unsubscribed' | 'cleaned' | undefined;
  audience_id?: string | undefined;
  name?: string | undefined;
  data?: Record<string, unknown> | undefined;
}

const DESCRIPTION = `One step. An \`id\` of 1 to 40 small letters, digits, \`_\` and \`-\`, unique within the automation, is given where there is none. By type:

- \`send_email\`: \`template_alias\` and perhaps \`template_model\`, or \`subject\` with \`html_body\` or \`text_body\` (templates too); perhaps \`from\`, \
\`reply_to\`, \`tags\`
- \`wait\`: \`seconds\`, 60 to ${limits.longestWaitSeconds}
- \`wait_until\`: \`at\`, milliseconds since 1970-01-01T00:00:00Z
- \`wait_for_event\`: \`event\` (\`delivery\`, \`open\`, \`click\` or \`bounce\` of a mail of this automation to the contact), perhaps \`step\`, the id of \
an earlier \`send_email\`, \`timeout_seconds\`, 60 to ${limits.longestWaitSeconds}, \`then\`, and \`else\` for when the time is up
- \`branch\`: \`filter\` as of segments, \`then\`, \`else\`
- \`update_contact\`: \`attributes\`, \`status\`, at least one of them
- \`add_to_audience\`, \`remove_from_audience\`: \`audience_id\`
- \`webhook\`: \`name\`, perhaps \`data\`; announced as \`automation.webhook\` to the webhooks that subscribe to it
- \`exit\`: ends the run

At most ${limits.steps} steps in all, ${limits.stepDepth} levels and ${limits.stepsBytes} bytes of JSON.`;

const reference = { $ref: '#/components/schemas/AutomationStep' } as const;
const text = { type: 'string' as const };
const integer = { type: 'integer' as const };
const steps = { type: 'array' as const, items: reference };
const anyObject = { type: 'object' as const, additionalProperties: {} };

const step = z.custom<AutomationStep>().meta({
  id: 'AutomationStep',
  description: DESCRIPTION,
  override: {
    type: 'object',
    properties: {
      id: text,
      type: { ...text, enum: [...stepTypes] },
      template_alias: text,
      template_model: anyObject,
      subject: text,
      html_body: text,
      text_body: text,
      from: text,
      reply_to: text,
      tags: { type: 'object', additionalProperties: text },
      seconds: integer,
      at: integer,
      event: { ...text, enum: [...awaitedEvents] },
      step: text,
      timeout_seconds: integer,
      filter: { $ref: '#/components/schemas/SegmentFilter' },
      then: steps,
      else: steps,
      attributes: { type: 'object', additionalProperties: { type: ['string', 'number', 'boolean', 'null'] } },
      status: { ...text, enum: ['subscribed', 'unsubscribed', 'cleaned'] },
      audience_id: text,
      name: text,
      data: anyObject,
    },
    required: ['type'],
  },
});

/** The program that was submitted, with ids for steps that had none. */
export const automationSteps = z.array(step);

/** Any value but null here, which counts as absent: the faults of a program are told by their place within it, when it is read. */
export const givenSteps = z
  .custom<AutomationStep[]>((given) => given !== undefined && given !== null)
  .meta({ override: { type: 'array', items: reference } });
