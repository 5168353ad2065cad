import type { Config } from '../config/config.ts';
import { localHostOf } from '../core/base-url.ts';
import { reasonOf } from '../core/errors/reason-of.ts';
import { greetServer } from '../provider/smtp/greet-server.ts';
import { parseSmtpUrl } from '../provider/smtp-url.ts';
import { type Finding, found } from './finding.ts';

const SUBMISSION = 'submission';
const TIMEOUT_MS = 10_000;

async function greet(config: Config, scheme: 'smtp' | 'smtps', port: number): Promise<Finding> {
  const place = `${localHostOf(config.SUBMISSION_HOST)}:${port}`;
  try {
    const settings = parseSmtpUrl(`${scheme}://${place}?tls=require&tls_verify=false`);
    await greetServer(settings, { hostname: config.SMTP_HOSTNAME, timeoutMs: TIMEOUT_MS });
    return found.ok(SUBMISSION, `${place} answers over TLS`);
  } catch (error) {
    const mend = 'see that a process with ROLE=all or api runs with these settings here, and what its log says';
    return found.warning(SUBMISSION, `${place}: ${reasonOf(error)}`, mend);
  }
}

/** Returns whether a server on this machine accepts mail for submission as configured. */
export function lookAtSubmission(config: Config): Promise<Finding[]> {
  const { SUBMISSION_PORT: starttls = 0, SUBMISSIONS_PORT: tls = 0 } = config;
  return Promise.all([...(starttls === 0 ? [] : [greet(config, 'smtp', starttls)]), ...(tls === 0 ? [] : [greet(config, 'smtps', tls)])]);
}
