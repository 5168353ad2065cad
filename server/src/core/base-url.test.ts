import { describe, expect, it } from 'vitest';
import { baseUrlOf, localUrlOf } from './base-url.ts';

describe('the URL of the service', () => {
  it.each([
    ['127.0.0.1', 'http://127.0.0.1:3000'],
    ['::', 'http://[::]:3000'],
    ['::1', 'http://[::1]:3000'],
    ['fe80::1%eth0', 'http://[fe80::1]:3000'],
    ['mail.internal', 'http://mail.internal:3000'],
  ])('is one where it listens at %s', (HOST, url) => {
    expect(baseUrlOf({ HOST, PORT: 3000 })).toBe(url);
    expect(new URL(url).origin).toBe(url);
  });

  it('is BASE_URL where that is set', () => {
    expect(baseUrlOf({ BASE_URL: 'https://mail.example.com', HOST: '::', PORT: 3000 })).toBe('https://mail.example.com');
  });

  it.each([
    ['0.0.0.0', 'http://127.0.0.1:3000'],
    ['::', 'http://[::1]:3000'],
    ['10.0.0.4', 'http://10.0.0.4:3000'],
  ])('is, on this machine, one that answers where it listens at %s', (HOST, url) => {
    expect(localUrlOf({ HOST, PORT: 3000 })).toBe(url);
    expect(localUrlOf({ BASE_URL: 'https://mail.example.com', HOST, PORT: 3000 })).toBe('https://mail.example.com');
  });
});
