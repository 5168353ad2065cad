import { describe, expect, it } from 'vitest';
import { settingsOf, useCertificateFiles } from '../../../tests/support/certificate-files.ts';
import { createCertificate } from '../../../tests/support/fakes/certificate.ts';
import { eventually } from '../../../tests/support/wait.ts';
import { createLog } from '../log.ts';
import { type Certificate, readCertificate } from './certificate.ts';
import { watchCertificate } from './watch-certificate.ts';

const folder = useCertificateFiles();

describe('watchCertificate', () => {
  it('tells of a new certificate, and not of one whose key has yet to come', async () => {
    const [first, second] = [await createCertificate(), await createCertificate()];
    folder.replace(first);
    const files = settingsOf(folder);
    const lines: string[] = [];
    const log = createLog('info', { write: (line) => void lines.push(line) });
    const certificates: string[] = [];
    const onChange = ({ cert }: Certificate) => void certificates.push(cert.toString());
    const end = watchCertificate(files, { log, known: await readCertificate(files), onChange });
    folder.replace({ cert: second.cert, key: first.key });
    await eventually(async () => lines.find((line) => line.includes('the earlier one stays in use')));
    expect(certificates).toEqual([]);
    folder.replace(second);
    await eventually(async () => certificates.at(-1));
    expect(certificates.at(-1)).toBe(second.cert);
    end();
  });
});
