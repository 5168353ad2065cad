import { account } from './en/account.ts';
import { common } from './en/common.ts';
import { failures } from './en/failures.ts';
import { frame } from './en/frame.ts';
import { lists } from './en/lists.ts';
import { emails } from './en/mail/emails.ts';
import { events } from './en/mail/events.ts';
import { inbound } from './en/mail/inbound.ts';
import { liquid } from './en/mail/liquid.ts';
import { overview } from './en/mail/overview.ts';
import { templates } from './en/mail/templates.ts';
import { audiences } from './en/marketing/audiences.ts';
import { automations } from './en/marketing/automations.ts';
import { broadcasts } from './en/marketing/broadcasts.ts';
import { contacts } from './en/marketing/contacts.ts';
import { segments } from './en/marketing/segments.ts';
import { failedJobs } from './en/operator/failed-jobs.ts';
import { mailbox } from './en/operator/mailbox.ts';
import { operator } from './en/operator/operator.ts';
import { postmaster } from './en/operator/postmaster.ts';
import { audit } from './en/settings/audit.ts';
import { domains } from './en/settings/domains.ts';
import { keys } from './en/settings/keys.ts';
import { members } from './en/settings/members.ts';
import { suppressions } from './en/settings/suppressions.ts';
import { usage } from './en/settings/usage.ts';
import { webhooks } from './en/settings/webhooks.ts';
import { signIn } from './en/sign-in.ts';

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
  ...liquid,
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
  ...failedJobs,
  ...postmaster,
};

/** Every text, as each language has it. */
export type Words = typeof en;
