import { systemClock } from '../core/clock.ts';
import type { Listener } from '../feature.ts';
import { certificateFilesOf, readCertificate } from '../smtp/certificate.ts';
import { followCertificate } from '../smtp/follow-certificate.ts';
import { openSmtp } from '../smtp/open-smtp.ts';
import { createLogInLimits, LOG_IN_LIMITS } from './log-ins.ts';
import { createSubmissionServer, type SubmissionServerParts } from './smtp-server.ts';
import type { SubmitParts } from './submit-mail.ts';

export { type AnsweredMail, mailAnswered } from './answer-mail.ts';
export { logInAnswered } from './log-in.ts';

/** Where mail to be sent is handed over by SMTP. */
export interface SubmissionListeners {
  /** With STARTTLS. */
  readonly submission: Listener | undefined;
  /** With TLS from the start. */
  readonly submissions: Listener | undefined;
}

type PortSetting = 'SUBMISSION_PORT' | 'SUBMISSIONS_PORT';

async function listen(parts: SubmissionServerParts, setting: PortSetting): Promise<Listener | undefined> {
  const { config } = parts.app;
  const files = certificateFilesOf(config);
  const port = config[setting];
  if (port === undefined || files === undefined) return undefined;
  let closing = false;
  const certificate = await readCertificate(files);
  const server = createSubmissionServer(parts, { secure: setting === 'SUBMISSIONS_PORT', certificate, isClosing: () => closing });
  const unwatch = followCertificate(parts.app, files, { server, certificate });
  const place = { host: config.SUBMISSION_HOST, port, settings: { host: 'SUBMISSION_HOST', port: setting } } as const;
  return openSmtp(server, place, () => {
    closing = true;
    unwatch();
  });
}

/** Takes mail to be sent by SMTP (RFC 6409) where the settings say so. Throws ConfigError for a place where it cannot. */
export async function listenForSubmissions(given: SubmitParts): Promise<SubmissionListeners> {
  const logIns = createLogInLimits({ ...LOG_IN_LIMITS, now: systemClock.monotonic });
  const parts = { ...given, logIns };
  const submission = await listen(parts, 'SUBMISSION_PORT');
  try {
    return { submission, submissions: await listen(parts, 'SUBMISSIONS_PORT') };
  } catch (error) {
    await submission?.close();
    throw error;
  }
}
