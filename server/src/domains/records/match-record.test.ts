import { describe, expect, it } from 'vitest';
import { matchesRecord } from './match-record.ts';

describe('a DKIM record', () => {
  const dkim = { purpose: 'dkim', value: 'v=DKIM1; k=rsa; p=MIIBIjANBg==' } as const;

  it.each([
    ['as given', ['v=DKIM1; k=rsa; p=MIIBIjANBg==']],
    ['without spaces', ['v=DKIM1;k=rsa;p=MIIBIjANBg==;']],
    ['with a folded key', ['v=DKIM1; k=rsa; p=MIIB IjAN\tBg= =']],
    ['without the tags that have defaults', ['p=MIIBIjANBg==']],
    ['with further tags', ['v=DKIM1; h=sha256; t=s; k=rsa; n=a note; p=MIIBIjANBg==']],
    ['for mail among others, with any hash that may be ours', ['v=DKIM1; h=sha1:sha256; s=tlsrpt : email; p=MIIBIjANBg==']],
    ['for every service', ['v=DKIM1; s=*; p=MIIBIjANBg==']],
    ['beside a text that is no key', ['some other verification', 'v=DKIM1; k=rsa; p=MIIBIjANBg==']],
  ])('is right %s', (_, found) => {
    expect(matchesRecord(dkim, found)).toBe(true);
  });

  it.each([
    ['with another key', ['v=DKIM1; k=rsa; p=MIIBIjANBh==']],
    ['with a key in other case', ['v=DKIM1; k=rsa; p=miibijanbg==']],
    ['with a cut key', ['v=DKIM1; k=rsa; p=MIIBIj']],
    ['that is revoked', ['v=DKIM1; k=rsa; p=']],
    ['without a key', ['v=DKIM1; k=rsa']],
    ['of another key type', ['v=DKIM1; k=ed25519; p=MIIBIjANBg==']],
    ['of another version', ['v=DKIM2; k=rsa; p=MIIBIjANBg==']],
    ['for another hash than that of our signatures', ['v=DKIM1; h=sha1; p=MIIBIjANBg==']],
    ['for another service than mail', ['v=DKIM1; s=tlsrpt; p=MIIBIjANBg==']],
    ['with escaped semicolons', ['v=DKIM1\\; k=rsa\\; p=MIIBIjANBg==']],
    ['with a tag twice', ['v=DKIM1; p=MIIBIjANBg==; p=MIIBIjANBg==']],
    ['beside another key', ['v=DKIM1; k=rsa; p=MIIBIjANBg==', 'v=DKIM1; k=rsa; p=AAAA']],
    ['that is no tag list', ['MIIBIjANBg==']],
    ['that is empty', ['']],
  ])('is wrong %s', (_, found) => {
    expect(matchesRecord(dkim, found)).toBe(false);
  });
});

describe('a DMARC record', () => {
  const dmarc = { purpose: 'dmarc', value: 'v=DMARC1; p=none;' } as const;

  it.each([[['v=DMARC1; p=none;']], [['v=DMARC1;p=reject; rua=mailto:a@example.com']], [['other', 'v=DMARC1; p=quarantine']]])(
    'is right as %j',
    (found) => {
      expect(matchesRecord(dmarc, found)).toBe(true);
    },
  );

  it.each([[['v=DMARC1']], [['v=DMARC1; p=maybe']], [['p=none']], [['v=DMARC1; p=none', 'v=DMARC1; p=reject']]])(
    'is wrong as %j',
    (found) => {
      expect(matchesRecord(dmarc, found)).toBe(false);
    },
  );
});

describe('an SPF record', () => {
  const spf = { purpose: 'spf', value: 'v=spf1 mx ~all' } as const;

  it.each([[['v=spf1 mx ~all']], [['V=SPF1  +mx include:other.example -all']], [['other', 'v=spf1 mx ?all']]])(
    'is right as %j',
    (found) => {
      expect(matchesRecord(spf, found)).toBe(true);
    },
  );

  it.each([[['v=spf1 -all']], [['v=spf1 -mx ~all']], [['v=spf10 mx ~all']], [['v=spf1 mx ~all', 'v=spf1 mx -all']]])(
    'is wrong as %j',
    (found) => {
      expect(matchesRecord(spf, found)).toBe(false);
    },
  );
});

describe.each(['return_path', 'inbound', 'tracking'] as const)('the host of %s', (purpose) => {
  const expected = { purpose, value: 'mail.posthorn.example' };

  it.each([[['mail.posthorn.example']], [['MAIL.Posthorn.example.']], [['backup.example', 'mail.posthorn.example']]])(
    'is right as %j',
    (found) => {
      expect(matchesRecord(expected, found)).toBe(true);
    },
  );

  it.each([[['posthorn.example']], [['']], [['mail.posthorn.example.other.example']]])('is wrong as %j', (found) => {
    expect(matchesRecord(expected, found)).toBe(false);
  });
});
