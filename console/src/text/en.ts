import { account } from './en/account.ts';
import { audiences } from './en/audiences.ts';
import { audit } from './en/audit.ts';
import { automations } from './en/automations.ts';
import { broadcasts } from './en/broadcasts.ts';
import { common } from './en/common.ts';
import { contacts } from './en/contacts.ts';
import { domains } from './en/domains.ts';
import { emails } from './en/emails.ts';
import { events } from './en/events.ts';
import { failures } from './en/failures.ts';
import { frame } from './en/frame.ts';
import { inbound } from './en/inbound.ts';
import { keys } from './en/keys.ts';
import { lists } from './en/lists.ts';
import { mailbox } from './en/mailbox.ts';
import { members } from './en/members.ts';
import { operator } from './en/operator.ts';
import { overview } from './en/overview.ts';
import { segments } from './en/segments.ts';
import { signIn } from './en/sign-in.ts';
import { suppressions } from './en/suppressions.ts';
import { templates } from './en/templates.ts';
import { usage } from './en/usage.ts';
import { webhooks } from './en/webhooks.ts';

/** Every text, in a file for each screen or each part that screens share. */
export const en = {
  ...common,
  ...frame,
  ...failures,
  ...signIn,
  ...account,
  ...lists,
  ...overview,
  ...emails,
  ...templates,
  ...inbound,
  ...events,
  ...contacts,
  ...audiences,
  ...segments,
  ...broadcasts,
  ...automations,
  ...suppressions,
  ...domains,
  ...keys,
  ...webhooks,
  ...usage,
  ...members,
  ...audit,
  ...operator,
  ...mailbox,
};

/** Every text, as each language has it. */
export type Words = typeof en;
