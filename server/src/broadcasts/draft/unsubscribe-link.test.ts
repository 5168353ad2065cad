import { describe, expect, it } from 'vitest';
import { withHtmlLink, withTextLink } from './unsubscribe-link.ts';

const LINK = /<p [^>]*><a href="\{\{ unsubscribe_url \}\}"[^>]*>Unsubscribe<\/a><\/p>/;

describe('a body without a link to unsubscribe by', () => {
  it.each([
    ['<p>Hi</p>', '<p>Hi</p>|'],
    ['<html><body><p>Hi</p></body></html>', '<html><body><p>Hi</p>|</body></html>'],
    ['<BODY>Hi</BODY >\n</HTML>', '<BODY>Hi|</BODY >\n</HTML>'],
    ['<pre>&lt;/body> </bodywork></pre>', '<pre>&lt;/body> </bodywork></pre>|'],
    ['<code></body></code><p>x</p></body>', '<code></body></code><p>x</p>|</body>'],
    ['<html><p>Hi</p></html>', '<html><p>Hi</p>|</html>'],
    ['', '|'],
  ])('has one at its end: %j', (html, expected) => {
    expect(withHtmlLink(html).replace(LINK, '|')).toBe(expected);
    expect(withHtmlLink(withHtmlLink(html))).toBe(withHtmlLink(html));
  });

  it.each([['Hi'], ['Hi\n']])('has one below its signature, where it is text: %j', (text) => {
    expect(withTextLink(text)).toBe('Hi\n\n-- \nUnsubscribe: {{ unsubscribe_url }}\n');
    expect(withTextLink(withTextLink(text))).toBe(withTextLink(text));
  });

  it('is found in time that grows with its length', () => {
    const html = '</body'.repeat(200_000);
    expect(withHtmlLink(html)).toMatch(LINK);
  });
});

it('leaves a body alone that has its own', () => {
  const html = '<a href="{{unsubscribe_url}}">Bye</a>';
  expect(withHtmlLink(html)).toBe(html);
  expect(withTextLink('{% if vip %}{{ unsubscribe_url }}{% endif %}')).toBe('{% if vip %}{{ unsubscribe_url }}{% endif %}');
});
