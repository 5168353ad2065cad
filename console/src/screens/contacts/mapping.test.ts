import { delimiters, emailColumns } from '@posthorn/contract';
import { describe, expect, it } from 'vitest';
import { writeRow } from '../../ui/lists/write-csv.ts';
import { DELIMITERS, detectDelimiter, EMAIL_COLUMNS } from './address-column.ts';
import { openContactFile, writeContactFile } from './mapping.ts';
import { readCsv } from './read-csv.ts';

const rowsOf = (text: string) => [...readCsv(text, ',')];

describe('a file of contacts in the console', () => {
  it('is read by RFC 4180, whatever its line ends are', () => {
    expect(rowsOf('\ufeffa,"b ""c"", d"\r\n\r\n1,\n2,"x\r\ny"\r,')).toEqual([
      ['a', 'b "c", d'],
      ['1', ''],
      ['2', 'x\r\ny'],
      ['', ''],
    ]);
    expect(rowsOf('a,"not closed\nb')).toEqual([['a', 'not closed\nb']]);
    expect(rowsOf('')).toEqual([]);
  });

  it('has the delimiter that the service would take', () => {
    expect({ DELIMITERS, EMAIL_COLUMNS }).toEqual({ DELIMITERS: delimiters, EMAIL_COLUMNS: emailColumns });
    expect(detectDelimiter('name;email;town\n')).toBe(';');
    expect(detectDelimiter('email\tname, first\n')).toBe('\t');
    expect(detectDelimiter('Mail|a,b,c\n')).toBe('|');
    expect(detectDelimiter('email\n')).toBe(',');
  });

  it('comes out as it went in', () => {
    const rows = [
      ['a', 'b"c', 'd,e'],
      ['', 'x\ny', ' z '],
    ];
    expect(rowsOf(rows.map(writeRow).join(''))).toEqual(rows);
  });

  it('loses the columns that are left out, and no cell past the header', async () => {
    const file = await openContactFile(new File(['Mail;City;Note\na@example.org;Graz;x\nb@example.org;Linz;y;too many\n'], 'a.csv'));
    if (typeof file === 'string') throw new Error(file);
    expect(file.columns.map(({ role, examples }) => [role, examples])).toEqual([
      ['email', ['a@example.org', 'b@example.org']],
      ['attribute', ['Graz', 'Linz']],
      ['attribute', ['x', 'y']],
    ]);
    const columns = file.columns.map((plan, place) => (place === 2 ? { ...plan, role: 'nothing' as const } : plan));
    expect(await (await writeContactFile({ ...file, columns })).text()).toBe(
      'email,City\r\na@example.org,Graz\r\nb@example.org,Linz,too many\r\n',
    );
  });

  it('proposes names that a template can write, and leaves those that it can', async () => {
    const columns = ['email', 'First Name', 'City', 'größe', 'E-Mail Opt-In?', '2nd phone', 'Plan A', 'plan_a', '???'];
    const file = await openContactFile(new File([columns.join(',')], 'a.csv'));
    if (typeof file === 'string') throw new Error(file);
    expect(file.columns.map(({ name }) => name)).toEqual([
      ...['email', 'first_name', 'City', 'größe', 'e_mail_opt_in', '2nd phone', 'Plan A', 'plan_a', '???'],
    ]);
  });

  it('is refused where it is empty, too large or in another encoding', async () => {
    expect(await openContactFile(new File([''], 'a.csv'))).toBe('empty');
    expect(await openContactFile(new File([new Uint8Array([0x65, 0xfc, 0x0a])], 'a.csv'))).toBe('encoding');
    expect(await openContactFile(new File([new Uint8Array(10 * 1024 * 1024 + 1)], 'a.csv'))).toBe('size');
  });
});
