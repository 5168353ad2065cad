import { describe, expect, it } from 'vitest';
import { followHtml } from './follow-html.ts';

function after(...pieces: readonly string[]) {
  const followed = followHtml();
  for (const piece of pieces) followed.pass(piece);
  return followed.surroundings();
}

describe('what a place in HTML is in', () => {
  it.each([
    [[''], 'text'],
    [['<p>'], 'text'],
    [['<p title="a>b">'], 'text'],
    [['<p title=a"b>', '"'], 'text'],
    [['<p "a>', ' title="'], 'text'],
    [['1 < 2, don’t'], 'text'],
    [["<!-- don't -->"], 'text'],
    [['<!-->'], 'text'],
    [['<!--[if !mso]><!-->'], 'text'],
    [['<!-- a > b'], 'comment'],
    [['<!-- a ', ' b'], 'comment'],
    [['<a href="'], 'quoted attribute'],
    [["<img src='https://shop.example/?a=b&amp;c='"], 'tag'],
    [['<a href="https://shop.example/?id=', '&amp;to='], 'quoted attribute'],
    [['<a class="x" HREF = "'], 'quoted attribute'],
    [['<img alt=\'say "'], 'quoted attribute'],
    [['<a data-href="'], 'tag'],
    [['<p style="'], 'tag'],
    [['<ol start="'], 'tag'],
    [['<a href='], 'tag'],
    [['<a href=https://shop.example/'], 'tag'],
    [['<a ', '="'], 'tag'],
    [['<h'], 'tag'],
    [['<'], 'tag'],
    [['</'], 'tag'],
    [['<!'], 'tag'],
  ])('after %j: %s', (pieces, expected) => {
    expect(after(...pieces)).toBe(expected);
  });
});
