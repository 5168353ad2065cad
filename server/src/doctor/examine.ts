import { type Config, readConfig } from '../config/config.ts';
import { ConfigError } from '../config/config-error.ts';
import { findShortSecrets } from '../config/secrets.ts';
import { mailHostOf } from '../domains/index.ts';
import { providerHostOf } from '../provider/provider-name.ts';
import { type Finding, found } from './finding.ts';
import { lookAtBlobs } from './look-at-blobs.ts';
import { lookAtCertificates } from './look-at-certificates.ts';
import { lookAtDatabase, lookAtNotifications } from './look-at-database.ts';
import { lookAtDisks } from './look-at-disk.ts';
import { lookAtLinkHosts } from './look-at-link-hosts.ts';
import { lookAtSmtp } from './look-at-smtp.ts';
import { lookAtSubmission } from './look-at-submission.ts';
import { lookAtTemporaryFiles } from './look-at-temporary-files.ts';
import { lookAtWork } from './look-at-work.ts';

const CONFIGURATION = 'configuration';

function lookAtConfiguration(config: Config): Finding {
  const { BASE_URL: url, OPERATOR_TOKEN: token } = config;
  const [short] = findShortSecrets(config);
  if (short !== undefined)
    return found.warning(CONFIGURATION, `${short} is so short that it can be guessed`, 'set another, as from openssl rand -hex 32');
  if (token === undefined)
    return found.warning(CONFIGURATION, 'OPERATOR_TOKEN is not set: /admin answers 404', 'set one of 16 characters or more');
  if (config.INBOUND_SMTP_PORT !== undefined && mailHostOf(config) === undefined)
    return found.warning(
      CONFIGURATION,
      'no host name is set that MX records of domains could say',
      'set SMTP_HOSTNAME, or BASE_URL to an address with a name',
    );
  if (url === undefined)
    return found.warning(CONFIGURATION, 'BASE_URL is not set: links lead to this machine', 'set the address that readers reach');
  return found.ok(CONFIGURATION, 'every variable can be used');
}

/** Returns the host that mail goes out from; null where none does, or the settings cannot be used. */
export function findProviderHost(environment: Readonly<Record<string, string | undefined>>): string | null {
  try {
    return providerHostOf(readConfig(environment));
  } catch (error) {
    if (error instanceof ConfigError) return null;
    throw error;
  }
}

/**
 * Checks an installation from the machine it runs on, and changes nothing; the files written to test BLOBS_URL and TEMP_DIR are deleted
 * again.
 */
export async function* examine(environment: Readonly<Record<string, string | undefined>>): AsyncGenerator<Finding, void, undefined> {
  try {
    const config = readConfig(environment);
    yield lookAtConfiguration(config);
    yield await lookAtDatabase(config);
    yield* await lookAtDisks(config);
    const notifications = await lookAtNotifications(config);
    if (notifications !== undefined) yield notifications;
    yield await lookAtBlobs(config);
    yield await lookAtTemporaryFiles(config);
    yield await lookAtSmtp(config);
    yield* await lookAtCertificates(config);
    yield* await lookAtSubmission(config);
    yield* await lookAtLinkHosts(config);
    yield* await lookAtWork(config, environment.POSTHORN_URL);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    yield found.failed(CONFIGURATION, error.message, 'mend this variable in the environment');
  }
}
