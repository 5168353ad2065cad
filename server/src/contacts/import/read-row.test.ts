import { describe, expect, it } from 'vitest';
import { readRow } from './read-row.ts';

const read = (header: string, row: readonly string[]) => readRow(header.split(','), row);

describe('a row', () => {
  it('gives an address and strings; an empty cell sets nothing', () => {
    expect(read('name,email,age,city', ['Ann', ' A@Example.net ', '5', ''])).toEqual({
      email: 'a@example.net',
      attributes: { name: 'Ann', age: '5' },
      status: undefined,
    });
  });

  it('takes a column named status, id or created_at for an attribute', () => {
    expect(read('email,status,id', ['a@example.net', 'cleaned', 'x'])).toMatchObject({
      attributes: { status: 'cleaned', id: 'x' },
      status: undefined,
    });
  });

  it('takes the first column named email for the address and any other for an attribute', () => {
    expect(read('Email,EMAIL', ['a@example.net', 'b@example.net'])).toMatchObject({
      email: 'a@example.net',
      attributes: { EMAIL: 'b@example.net' },
    });
  });

  it('takes another name for that of the address only where there is no email, the likeliest first', () => {
    expect(read('mail,E-Mail,x', ['a@example.net', 'b@example.net', '1'])).toMatchObject({
      email: 'b@example.net',
      attributes: { mail: 'a@example.net', x: '1' },
    });
    expect(read('Email Address,mail', ['a@example.net', 'x'])).toMatchObject({ email: 'a@example.net', attributes: { mail: 'x' } });
    expect(read('e-mail,eMail,email', ['x', 'y', 'c@example.net'])).toBe('invalid_email');
    expect(read('e-mail,email', ['x', 'c@example.net'])).toMatchObject({ email: 'c@example.net', attributes: { 'e-mail': 'x' } });
    expect(read('mailing,x', ['a@example.net', 'y'])).toBe('invalid_email');
  });

  it('may be shorter than the header, and longer by empty cells', () => {
    expect(read('email,a,b', ['a@example.net', 'x'])).toMatchObject({ attributes: { a: 'x' } });
    expect(read('email,a', ['a@example.net', 'x', '', ''])).toMatchObject({ attributes: { a: 'x' } });
  });

  it.each([
    ['invalid_email', 'email,a', ['no address', 'x']],
    ['invalid_email', 'email,a', ['', 'x']],
    ['invalid_email', 'a,email', ['x']],
    ['invalid_email', 'email', ['Ann <ann@example.net>']],
    ['invalid_email', 'email', [`${'a'.repeat(2000)}@example.net`]],
    ['too_many_columns', 'email,a', ['a@example.net', 'x', 'y']],
    ['invalid_attribute_value', 'email,a', ['a@example.net', 'x'.repeat(4097)]],
    ['invalid_attribute_value', 'email,', ['a@example.net', 'x']],
    ['invalid_attribute_value', `email,${'n'.repeat(101)}`, ['a@example.net', 'x']],
    ['invalid_attribute_value', 'email,__proto__', ['a@example.net', 'x']],
  ])('fails as %s', (code, header, row) => {
    expect(read(header, row)).toBe(code);
  });

  it('takes a column without a name that is empty', () => {
    expect(read('email,', ['a@example.net', ''])).toMatchObject({ attributes: {} });
  });
});
