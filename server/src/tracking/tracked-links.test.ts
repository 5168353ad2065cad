import { describe, expect, it } from 'vitest';
import { isPrefetch } from './tracked-links.ts';

const CHROME = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

describe('telling programs from readers', () => {
  it.each(['Mozilla/5.0', 'BarracudaCentral/1.0', 'Mozilla/5.0 (compatible; Googlebot/2.1)', 'curl/8.5.0'])('knows %s', (agent) => {
    expect(isPrefetch(new Headers({ 'User-Agent': agent }))).toBe(true);
  });

  it.each([
    CHROME,
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15',
    'Mozilla/5.0 (Linux; Android 11; CUBOT X50) AppleWebKit/537.36',
    'Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)',
    'YahooMailProxy; https://help.yahoo.com/kb/yahoo-mail-proxy-SLN28749.html',
    'Thunderbird/140.0',
    '',
  ])('takes %j for a reader', (agent) => {
    expect(isPrefetch(new Headers({ 'User-Agent': agent }))).toBe(false);
  });

  it.each(['Purpose', 'Sec-Purpose', 'X-Purpose', 'X-Moz'])('heeds %s', (name) => {
    expect(isPrefetch(new Headers({ 'User-Agent': CHROME, [name]: 'prefetch;prerender' }))).toBe(true);
  });
});
