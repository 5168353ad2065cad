import { limits } from '@posthorn/contract';
import { describe, expect, it } from 'vitest';
import { flattenHtml } from './flatten-html.ts';
import { htmlToText } from './html-to-text.ts';

const MIB = limits.htmlBytes;
const fill = (piece: string, head = '') => head + piece.repeat(Math.floor((MIB - head.length) / piece.length));

function depthOf(html: string): number {
  let depth = 0;
  let deepest = 0;
  for (const [tag] of html.matchAll(/<\/?(?!br>|li>)[a-z][^<>]*>/g)) {
    depth += tag.startsWith('</') ? -1 : 1;
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}

describe('htmlToText', () => {
  it('keeps links as text and address', () => {
    expect(htmlToText('<p>Click <a href="https://x.example/z">here</a>.</p>')).toBe('Click here [https://x.example/z].');
    expect(htmlToText('<a href="https://x.example">https://x.example</a>')).toBe('https://x.example');
    expect(htmlToText('<a href="https://x.example"><img src="a.png" alt="Shop now"></a>')).toBe('Shop now [https://x.example]');
  });

  it('keeps the shape of a usual mail', () => {
    const html = `<html><head><title>T</title><style>p{}</style></head><body><h1>Hi Zoë</h1>
      <table><tr><td>Item</td><td>Price</td></tr><tr><td>Horn &amp; case</td><td>2&nbsp;€</td></tr></table>
      <ul><li>one<li>two</ul><!-- <p>hidden</p> --><p>Bye<br>Ann</p></body></html>`;
    expect(htmlToText(html)).toBe('Hi Zoë\n\nItem Price\nHorn & case 2\u00a0€\n * one\n * two\n\nBye\nAnn');
  });

  it('keeps what stands outside a body, each in its place', () => {
    expect(htmlToText('Before <body>in </body>between <body>again </body>after')).toBe('Before in between again after');
    expect(htmlToText('<html><head><title>T</title></head><p>Before</p><body><p>in</p></body><p>after</p></html>')).toBe(
      'Before\n\nin\n\nafter',
    );
  });

  it.each([
    '<!doctype html><html><head><title>T</title><style>p{}</style><p>Hello</p>',
    '<head><title>T</title><body><p>Hello</p>',
    '<html><head></head><p>Hello</p>',
  ])('has what follows a head whose end is left out: %j', (html) => {
    expect(htmlToText(html)).toBe('Hello');
  });

  it('keeps the text of tables within tables', () => {
    const html = `${'<table><tr><td>'.repeat(12)}deep${'</td></tr></table>'.repeat(12)}`;
    expect(htmlToText(html)).toBe('deep');
  });

  it('gives text where the library gives up', () => {
    expect(htmlToText('<ol type="i" start="99999999999999"><li>one</ol>')).toContain('one');
  });

  it('removes tags below the bound whole, whatever their attributes hold', () => {
    expect(htmlToText(`${'<div>'.repeat(150)}<b title="1 > 0">one</b> <i title='</i>'>two</i>`)).toBe('one two');
  });

  it('keeps paragraphs whose end tags are left out', () => {
    const text = htmlToText(`<ul>${'<li>a'.repeat(300)}</ul>${'<p>b'.repeat(300)}`);
    expect(text.match(/^ \* a$/gm)).toHaveLength(300);
    expect(text.match(/^b$/gm)).toHaveLength(300);
  });

  // Each of them takes ten seconds and more, or a gigabyte, where depth is not bounded.
  it.each([
    ['div', fill('<div>x')],
    ['b', fill('<b>')],
    ['ol', fill('<ol><li>a')],
    ['ul above breaks', fill('<br>x', '<ul><li>'.repeat(200))],
    ['blockquote above breaks', fill('x<br>', '<blockquote>'.repeat(200))],
    ['table', fill('<table><tr><td colspan=100000000>x')],
    ['unmatched ends', fill('<b></i>')],
    ['ends after starts', '<b>'.repeat(100_000) + '</i>'.repeat(100_000)],
    ['tags without end', fill('<a ')],
    ['comments without end', fill('<!--')],
    ['quotes without end', fill('<a href="')],
  ])('bounds what nested %s can cost', (_, html) => {
    expect(depthOf(flattenHtml(html))).toBeLessThanOrEqual(100);
    expect(Buffer.byteLength(htmlToText(html))).toBeLessThanOrEqual(limits.textBytes);
  });

  it('keeps the text of what is past 20,000 tags, without its shape', () => {
    const text = htmlToText(`${'<p>a</p>'.repeat(10_000)}${'<p>b</p>'.repeat(10_000)}`);
    expect(text.match(/^a$/gm)).toHaveLength(10_000);
    expect(text.match(/b/g)).toHaveLength(10_000);
    expect(text.match(/^b$/gm)).toBeNull();
  });

  it('cuts at a character', () => {
    const text = htmlToText(fill('漢字'));
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(limits.textBytes);
    expect(Buffer.byteLength(text)).toBeGreaterThan(limits.textBytes - 20);
    expect(text).not.toContain('\ufffd');
  });
});
