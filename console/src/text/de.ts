import { account } from './de/account.ts';
import { audiences } from './de/audiences.ts';
import { audit } from './de/audit.ts';
import { automations } from './de/automations.ts';
import { broadcasts } from './de/broadcasts.ts';
import { common } from './de/common.ts';
import { contacts } from './de/contacts.ts';
import { domains } from './de/domains.ts';
import { emails } from './de/emails.ts';
import { events } from './de/events.ts';
import { failures } from './de/failures.ts';
import { frame } from './de/frame.ts';
import { inbound } from './de/inbound.ts';
import { keys } from './de/keys.ts';
import { lists } from './de/lists.ts';
import { mailbox } from './de/mailbox.ts';
import { members } from './de/members.ts';
import { operator } from './de/operator.ts';
import { overview } from './de/overview.ts';
import { segments } from './de/segments.ts';
import { signIn } from './de/sign-in.ts';
import { suppressions } from './de/suppressions.ts';
import { templates } from './de/templates.ts';
import { usage } from './de/usage.ts';
import { webhooks } from './de/webhooks.ts';
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
