import { hook } from '../../core/hooks.ts';

/** Mail of the service itself. */
export interface SystemMail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** Asks to send mail from SYSTEM_FROM; whoever can returns whether it was taken. */
export const systemMailWanted = hook<[mail: SystemMail], boolean>('system mail wanted');
