import { account } from './de/account.ts';
import { common } from './de/common.ts';
import { failures } from './de/failures.ts';
import { frame } from './de/frame.ts';
import { lists } from './de/lists.ts';
import { emails } from './de/mail/emails.ts';
import { events } from './de/mail/events.ts';
import { inbound } from './de/mail/inbound.ts';
import { liquid } from './de/mail/liquid.ts';
import { overview } from './de/mail/overview.ts';
import { templates } from './de/mail/templates.ts';
import { audiences } from './de/marketing/audiences.ts';
import { automations } from './de/marketing/automations.ts';
import { broadcasts } from './de/marketing/broadcasts.ts';
import { contacts } from './de/marketing/contacts.ts';
import { segments } from './de/marketing/segments.ts';
import { failedJobs } from './de/operator/failed-jobs.ts';
import { mailbox } from './de/operator/mailbox.ts';
import { operator } from './de/operator/operator.ts';
import { postmaster } from './de/operator/postmaster.ts';
import { audit } from './de/settings/audit.ts';
import { domains } from './de/settings/domains.ts';
import { keys } from './de/settings/keys.ts';
import { members } from './de/settings/members.ts';
import { suppressions } from './de/settings/suppressions.ts';
import { usage } from './de/settings/usage.ts';
import { webhooks } from './de/settings/webhooks.ts';
import { signIn } from './de/sign-in.ts';
import type { Words } from './en.ts';

export const de: Words = {
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
