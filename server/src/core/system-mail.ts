import { question } from './hooks.ts';

/** Mail of the service itself. */
export interface SystemMail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** To send a mail from SYSTEM_FROM. The answer is whether it was accepted; where no feature sends mail, there is none. */
export const systemMail = question<[mail: SystemMail], boolean>('system mail');
