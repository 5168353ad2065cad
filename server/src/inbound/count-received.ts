import { Counter, type Registry } from 'prom-client';
import type { AppContext } from '../app-context.ts';
import { postmasterWritten } from './postmaster/postmaster-mail.ts';
import { mailUnreadable, unreadableCauses } from './unreadable/mail-unreadable.ts';

/** Counts received mail that somebody has to look at: what cannot be read, and what is for the postmaster. */
export function countReceived({ hooks }: AppContext, registry: Registry): void {
  const postmasters = new Counter({
    name: 'posthorn_postmaster_mails_total',
    help: 'Mails to the postmaster, which the operator reads.',
    registers: [registry],
  });
  const unreadable = new Counter({
    name: 'posthorn_inbound_unreadable_total',
    help: 'Received mails that are kept unread, by what is to blame: the mail, the machine, or the store with its source.',
    labelNames: ['cause'],
    registers: [registry],
  });
  for (const cause of unreadableCauses) unreadable.inc({ cause }, 0);
  hooks.on(postmasterWritten, async () => postmasters.inc());
  hooks.on(mailUnreadable, async (cause) => unreadable.inc({ cause }));
}
