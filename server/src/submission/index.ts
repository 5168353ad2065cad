import type { AppContext } from '../app-context.ts';
import { systemClock } from '../core/clock.ts';
import { createFairShare } from '../core/concurrency/fair-share.ts';
import type { IncomingDisk } from '../core/incoming/incoming.ts';
import type { Feature, Listener } from '../feature.ts';
import { createFaultLog } from '../http/fault-log.ts';
import { certificateFilesOf, readCertificate } from '../smtp/certificate.ts';
import { followCertificate } from '../smtp/follow-certificate.ts';
import { openSmtp } from '../smtp/open-smtp.ts';
import { countReplies } from './count-replies.ts';
import { createLogInLimits, LOG_IN_LIMITS } from './log-ins.ts';
import { createSubmissionServer, type SubmissionServerParts } from './smtp-server.ts';
import type { SubmitParts } from './submit-mail.ts';

/** For mail that is on its way. */
const MEMORY_BYTES = 64 * 1024 * 1024;

type PortSetting = 'SUBMISSION_PORT' | 'SUBMISSIONS_PORT';

async function listen(parts: SubmissionServerParts, setting: PortSetting): Promise<Listener | undefined> {
  const { config } = parts.app;
  const files = certificateFilesOf(config);
  const port = config[setting];
  if (config.ROLE === 'worker' || port === undefined || files === undefined) return undefined;
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

/** Creates the listener that takes mail to be sent by SMTP (RFC 6409). It calls the operations of all features. */
export function createSubmission(app: AppContext, deps: Omit<SubmitParts, 'app' | 'space' | 'logFault'> & IncomingDisk) {
  const logIns = createLogInLimits({ ...LOG_IN_LIMITS, now: systemClock.monotonic });
  const space = { memory: createFairShare(MEMORY_BYTES), disk: deps.disk, openFile: deps.openFile, awaitTurn: deps.awaitTurn };
  const parts = { ...deps, app, logFault: createFaultLog(app.log), logIns, space };
  return {
    metrics: (registry) => countReplies(app, registry),
    listeners: {
      submission: () => listen(parts, 'SUBMISSION_PORT'),
      submissions: () => listen(parts, 'SUBMISSIONS_PORT'),
    },
  } satisfies Feature;
}
