import { Counter, Histogram, type Registry } from 'prom-client';
import type { AppContext } from '../app-context.ts';
import { mailAnswered } from './answer-mail.ts';
import { logInAnswered } from './log-in.ts';

/** Replies to a try to log in. */
const LOG_IN_REPLIES = ['235', '421', '454', '535'];

/** Counts the replies to clients that submit mail, by code. */
export function countReplies({ hooks }: AppContext, registry: Registry): void {
  const mails = new Histogram({
    name: 'posthorn_submission_duration_seconds',
    help: 'Time from DATA to the reply to a mail that is to be sent, by the code of the reply.',
    labelNames: ['reply'],
    registers: [registry],
  });
  const logIns = new Counter({
    name: 'posthorn_submission_log_ins_total',
    help: 'Tries to log in to hand mail over, by the code of the reply; 421: too many bad ones came from that address.',
    labelNames: ['reply'],
    registers: [registry],
  });
  for (const reply of LOG_IN_REPLIES) logIns.inc({ reply }, 0);
  hooks.on(mailAnswered, async ({ reply, seconds }) => mails.observe({ reply }, seconds));
  hooks.on(logInAnswered, async (reply) => logIns.inc({ reply }));
}
