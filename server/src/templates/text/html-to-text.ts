// By itself: a thread that makes text loads no schema.
import { limits } from '@posthorn/contract/limits';
import { compile, type FormatCallback } from 'html-to-text';
import { cutBytes } from '../../core/text/characters.ts';
import { flattenHtml, withoutTags } from './flatten-html.ts';

const altText: FormatCallback = (element, _walk, builder) => builder.addInline(element.attribs.alt ?? '');

const cell: FormatCallback = (element, walk, builder) => {
  walk(element.children, builder);
  builder.addInline(' ');
};

const oneBreak = { leadingLineBreaks: 1, trailingLineBreaks: 1 };
const headings = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'];

const convert = compile({
  wordwrap: false,
  // What stands outside the body is shown all the same, and of two bodies each has its place.
  baseElements: { selectors: [] },
  formatters: { altText, cell },
  selectors: [
    { selector: 'a', options: { hideLinkHrefIfSameAsText: true } },
    { selector: 'img', format: 'altText' },
    { selector: 'head', format: 'skip' },
    { selector: 'title', format: 'skip' },
    { selector: 'hr', options: { length: 3 } },
    { selector: 'table', format: 'block', options: oneBreak },
    { selector: 'tr', format: 'block', options: oneBreak },
    { selector: 'td', format: 'cell' },
    { selector: 'th', format: 'cell' },
    ...headings.map((selector) => ({ selector, options: { leadingLineBreaks: 2, uppercase: false } })),
  ],
});

/** The library fails on a few documents, such as lists numbered in Roman far beyond 3999. */
function convertAnyway(html: string): string {
  try {
    return convert(html);
  } catch {
    return withoutTags(html);
  }
}

/**
 * The text part of a mail that has only HTML: links as `text [url]`, images by their alternative
 * text, at most 1 MiB. Time grows with the length of the input and not with its nesting.
 */
export function htmlToText(html: string): string {
  return cutBytes(convertAnyway(flattenHtml(html)).trimEnd(), limits.textBytes);
}
