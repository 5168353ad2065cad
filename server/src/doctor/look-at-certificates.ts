import { X509Certificate } from 'node:crypto';
import type { Config } from '../config/config.ts';
import { systemClock } from '../core/clock.ts';
import { DAY_MS } from '../core/durations.ts';
import { reasonOf } from '../core/errors/reason-of.ts';
import { type CertificateFiles, certificateFilesOf, expiryOf, inboundCertificateFilesOf, readCertificate } from '../smtp/certificate.ts';
import { type Finding, found } from './finding.ts';

const CERTIFICATE = 'certificate';
/** Programs that renew certificates have done so by then. */
const SOON_MS = 14 * DAY_MS;

const RENEW = 'renew it: it is read again when it changes, without a restart';
const READABLE = 'see that both are PEM files that belong together, and that the user that the server runs as may read them';

/** The names that clients may know it by. */
const namesOf = ({ subjectAltName, subject }: X509Certificate): string =>
  (subjectAltName ?? subject).replaceAll(/(?:DNS|IP Address):/g, '');

const isoDay = (at: number) => new Date(at).toISOString().slice(0, 10);

async function lookAtCertificate(files: CertificateFiles): Promise<Finding> {
  try {
    const certificate = await readCertificate(files);
    const leftMs = expiryOf(certificate) - systemClock.now();
    const described = `${files.cert.setting} is for ${namesOf(new X509Certificate(certificate.cert))}`;
    if (leftMs <= 0) return found.failed(CERTIFICATE, `${described}, and ended on ${isoDay(expiryOf(certificate))}`, RENEW);
    const until = `${described}, until ${isoDay(expiryOf(certificate))}`;
    return leftMs < SOON_MS ? found.warning(CERTIFICATE, until, RENEW) : found.ok(CERTIFICATE, until);
  } catch (error) {
    return found.failed(CERTIFICATE, reasonOf(error), READABLE);
  }
}

/** Whether the certificates of the SMTP listeners can be used, and for how long. */
export function lookAtCertificates(config: Config): Promise<Finding[]> {
  const submits = config.SUBMISSION_PORT !== undefined || config.SUBMISSIONS_PORT !== undefined;
  const used = [
    submits ? certificateFilesOf(config) : undefined,
    config.INBOUND_SMTP_PORT === undefined ? undefined : inboundCertificateFilesOf(config),
  ].filter((files) => files !== undefined);
  const byPath = new Map(used.map((files) => [files.cert.path, files]));
  return Promise.all([...byPath.values()].map(lookAtCertificate));
}
