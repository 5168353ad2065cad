import { describe, expect, it } from 'vitest';
import { readConfig } from '../config/config.ts';
import { ConfigError } from '../config/config-error.ts';
import { parseS3Url } from './s3-url.ts';

const aws = { AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'secret' };
const parse = (url: string, variables: Record<string, string> = aws) => parseS3Url(url, readConfig(variables));

describe('BLOBS_URL=s3://…', () => {
  it('names a bucket, at AWS unless an endpoint is given', () => {
    const credentials = { accessKeyId: 'id', secretAccessKey: 'secret' };
    const atAws = { url: 'https://s3.us-east-1.amazonaws.com/mail', prefix: '', region: 'us-east-1', credentials };
    expect(parse('s3://mail')).toEqual(atAws);
    expect(parse('s3://mail?region=eu-central-1')).toMatchObject({
      url: 'https://s3.eu-central-1.amazonaws.com/mail',
      region: 'eu-central-1',
    });
    expect(parse('s3://mail', { ...aws, AWS_REGION: 'eu-west-1' }).region).toBe('eu-west-1');
    expect(parse('s3://mail?endpoint=http://127.0.0.1:9000/').url).toBe('http://127.0.0.1:9000/mail');
  });

  it.each([
    ['s3://mail/', ''],
    ['s3://mail/a', 'a/'],
    ['s3://mail/a/b.c/', 'a/b.c/'],
  ])('puts what follows the bucket in %s before the keys', (url, prefix) => {
    expect(parse(url).prefix).toBe(prefix);
  });

  it('takes credentials from the URL, percent-encoded, before those of the environment', () => {
    expect(parse('s3://k%2F1:s%2B%2F@mail').credentials).toEqual({ accessKeyId: 'k/1', secretAccessKey: 's+/' });
    expect(parse('s3://mail', { ...aws, AWS_SESSION_TOKEN: 'token' }).credentials).toMatchObject({ sessionToken: 'token' });
  });

  it.each([
    ['s3://', aws],
    ['s3:///prefix', aws],
    ['s3://mail', {}],
    ['s3://mail', { AWS_ACCESS_KEY_ID: 'id' }],
    ['s3://key@mail', aws],
    ['s3://k%zz:s@mail', aws],
    ['s3://mail/a//b', aws],
    ['s3://mail?region=a b', aws],
    ['s3://mail?endpoint=localhost', aws],
    ['s3://mail?endpoint=ftp://localhost', aws],
    ['s3://mail?colour=blue', aws],
  ])('refuses %s with %j in one line that tells no secret', (url, variables) => {
    const refused = () => parse(url, { ...variables });
    expect(refused).toThrow(ConfigError);
    expect(refused).toThrow(/^BLOBS_URL: (?!.*secret\b(?! key)).+$/);
  });
});
