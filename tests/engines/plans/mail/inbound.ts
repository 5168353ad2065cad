import { BEFORE_ALL } from '../../../../server/src/db/keyset.ts';
import { findNextDue } from '../../../../server/src/db/next-due.ts';
import { findMailNaming } from '../../../../server/src/inbound/erasure-store.ts';
import { deleteOldPostmasterMails, listPostmasterMails } from '../../../../server/src/inbound/postmaster/store.ts';
import {
  deleteUnreadable,
  findUnreadable,
  listNewestUnreadable,
  listUnreadable,
  takeDueSpooled,
} from '../../../../server/src/inbound/spool/spool-store.ts';
import { listInbound, listInboundBytes } from '../../../../server/src/inbound/store.ts';
import type { Plan } from '../plan.ts';

export const inboundPlans: readonly Plan[] = [
  ['what received mail weighs', 'inbound_mails_log', (trx) => listInboundBytes(trx, 't', { limit: 25, cursor: 5 })],
  ['received mail', 'inbound_mails_log', (trx) => listInbound(trx, 't', { limit: 25, cursor: 5 })],
  ['mail to be read', 'inbound_spool_due', (trx) => takeDueSpooled(trx, { now: 5, hiddenUntil: 9, most: 5 })],
  ['when mail is to be read', 'inbound_spool_due', (trx) => findNextDue(trx, 'inbound_spool')],
  ['mail laid aside', 'inbound_spool_aside', (trx) => deleteUnreadable(trx, { before: 5, limit: 5 })],
  ['mail laid aside that names an address', 'inbound_spool_aside', (trx) => findUnreadable(trx, { tenantId: 't', email: 'a@b.c' }, 5)],
  ['a walk over mail laid aside', 'inbound_spool_aside', (trx) => listUnreadable(trx, { after: { id: 'i', receivedAt: 5 }, limit: 5 })],
  ['the newest mail laid aside', 'inbound_spool_aside', (trx) => listNewestUnreadable(trx, { limit: 5 })],
  ['mail to the postmaster', 'postmaster_mails_newest', (trx) => listPostmasterMails(trx, { limit: 25 })],
  ['old mail to the postmaster', 'postmaster_mails_newest', (trx) => deleteOldPostmasterMails(trx, { before: 5, limit: 5 })],
  [
    "a walk over a tenant's received mail",
    'inbound_mails_log',
    (trx) => findMailNaming(trx, { tenantId: 't', email: 'a@b.c' }, { after: BEFORE_ALL, limit: 5 }),
  ],
  [
    'a walk over all received mail',
    'inbound_mails',
    (trx) => findMailNaming(trx, { tenantId: null, email: 'a@b.c' }, { after: BEFORE_ALL, limit: 5 }),
  ],
];
