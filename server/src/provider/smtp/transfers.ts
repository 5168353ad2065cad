import pTimeout from 'p-timeout';
import type { HandOver, OutgoingMail, SendOptions } from '../provider.ts';
import { type SmtpEnd, toHandOver } from '../smtp-reply.ts';
import type { SmtpTimeouts } from './open-connection.ts';
import type { SmtpPool } from './pool.ts';
import { createTransfer, smtpFault, type Transfer } from './transfer.ts';

/** Mails under way, each for a limited time. */
export interface Transfers {
  /** Sends a mail on a connection of the pool. Resolves with the result. */
  transmit(mail: OutgoingMail, options: SendOptions, pool: SmtpPool): Promise<HandOver>;
  /** Aborts those whose content has not begun, and gives the others `drain` milliseconds to end. */
  drain(): Promise<void>;
  /** Resolves once all have ended. */
  ended(): Promise<void>;
}

const CLOSING = 'the connection to the SMTP server is being closed';

/** Returns the result of a mail that is not begun any more. */
export function breakOff({ envelope }: OutgoingMail): HandOver {
  const nobody = { accepted: [], rejectedErrors: [] };
  const fault = new Error(CLOSING);
  return toHandOver({ to: envelope.to, envelope: nobody, response: undefined, fault, transmitted: false, brokenOff: true });
}

export function createTransfers({ mail: mailMs, drain: drainMs }: Pick<SmtpTimeouts, 'mail' | 'drain'>): Transfers {
  const underWay = new Map<Transfer, { readonly pool: SmtpPool; readonly ended: Promise<HandOver> }>();

  function transmit(mail: OutgoingMail, { beforeData }: SendOptions, pool: SmtpPool): Promise<HandOver> {
    const { promise: ended, resolve } = Promise.withResolvers<HandOver>();
    let deadline: NodeJS.Timeout | undefined;
    const expire = () => pool.abandon(transfer, smtpFault('the SMTP server took too long over this mail', { code: 'EABORT' }));
    const onStart = () => {
      deadline = setTimeout(expire, mailMs);
    };
    const onWait = () => clearTimeout(deadline);
    const onEnd = (end: SmtpEnd) => {
      onWait();
      underWay.delete(transfer);
      resolve(toHandOver(end));
    };
    const transfer = createTransfer(mail, { beforeData, onStart, onWait, onEnd });
    underWay.set(transfer, { pool, ended });
    pool.send(transfer);
    return ended;
  }

  const ended = async () => void (await Promise.all([...underWay.values()].map((each) => each.ended)));

  return {
    transmit,
    async drain() {
      for (const [transfer, { pool }] of underWay) {
        if (transfer.begun) continue;
        transfer.brokenOff = true;
        pool.abandon(transfer, smtpFault(CLOSING, { code: 'EABORT' }));
      }
      await pTimeout(ended(), { milliseconds: drainMs, message: false });
    },
    ended,
  };
}
