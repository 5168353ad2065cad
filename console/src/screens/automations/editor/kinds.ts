import type { ComponentType } from 'react';
import type { FieldsProps } from './fields.tsx';
import type { Step, StepOf, StepType } from './program.ts';
import { SendEmailFields } from './send-email-fields.tsx';
import {
  AudienceFields,
  BranchFields,
  ExitFields,
  UpdateContactFields,
  WaitFields,
  WaitForEventFields,
  WaitUntilFields,
  WebhookFields,
} from './step-fields.tsx';

/** The type of a field, which decides whether JSON input can be shown in the form. */
export type Shape = 'text' | 'number' | 'record' | 'filter';

export interface Kind<S> {
  /** Prefix of the ids of new steps. */
  readonly prefix: string;
  readonly shape: { readonly [F in keyof Required<S>]: Shape };
  begin(): Omit<S, 'id'>;
  readonly Fields: ComponentType<FieldsProps<S>>;
}

const A_DAY = 86_400;
const common = { id: 'text', type: 'text' } as const;

/** The initial form of each step type, and its editor. A type added to the contract does not compile until it is here. */
export const kinds: { readonly [T in StepType]: Kind<StepOf<T>> } = {
  send_email: {
    prefix: 'email',
    shape: {
      ...common,
      template_alias: 'text',
      template_model: 'record',
      subject: 'text',
      html_body: 'text',
      text_body: 'text',
      from: 'text',
      reply_to: 'text',
      tags: 'record',
    },
    begin: () => ({ type: 'send_email' }),
    Fields: SendEmailFields,
  },
  wait: {
    prefix: 'wait',
    shape: { ...common, seconds: 'number' },
    begin: () => ({ type: 'wait', seconds: A_DAY }),
    Fields: WaitFields,
  },
  wait_until: {
    prefix: 'until',
    shape: { ...common, at: 'number' },
    begin: () => ({ type: 'wait_until', at: Math.ceil(Date.now() / (A_DAY * 1000) + 1) * A_DAY * 1000 }),
    Fields: WaitUntilFields,
  },
  wait_for_event: {
    prefix: 'event',
    shape: { ...common, event: 'text', step: 'text', timeout_seconds: 'number' },
    begin: () => ({ type: 'wait_for_event', event: 'open', timeout_seconds: 3 * A_DAY }),
    Fields: WaitForEventFields,
  },
  branch: {
    prefix: 'branch',
    shape: { ...common, filter: 'filter' },
    begin: () => ({ type: 'branch', filter: { all: true } }),
    Fields: BranchFields,
  },
  update_contact: {
    prefix: 'change',
    shape: { ...common, attributes: 'record', status: 'text' },
    begin: () => ({ type: 'update_contact' }),
    Fields: UpdateContactFields,
  },
  add_to_audience: {
    prefix: 'add',
    shape: { ...common, audience_id: 'text' },
    begin: () => ({ type: 'add_to_audience', audience_id: '' }),
    Fields: AudienceFields,
  },
  remove_from_audience: {
    prefix: 'remove',
    shape: { ...common, audience_id: 'text' },
    begin: () => ({ type: 'remove_from_audience', audience_id: '' }),
    Fields: AudienceFields,
  },
  webhook: {
    prefix: 'webhook',
    shape: { ...common, name: 'text', data: 'record' },
    begin: () => ({ type: 'webhook', name: '' }),
    Fields: WebhookFields,
  },
  exit: { prefix: 'end', shape: common, begin: () => ({ type: 'exit' }), Fields: ExitFields },
};

export const STEP_TYPES = Object.keys(kinds).filter((type): type is StepType => Object.hasOwn(kinds, type));

/** Returns the kind of any step. Safe because a step is only passed to the kind of its own type. */
export const kindOf = (type: StepType): Kind<Step> => kinds[type] as unknown as Kind<Step>;
