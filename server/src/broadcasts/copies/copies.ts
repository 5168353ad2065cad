import { limits } from '@posthorn/contract';
import { LRUCache } from 'lru-cache';
import { yieldTurns } from '../../core/concurrency/event-loop.ts';
import type { Random } from '../../core/crypto/random.ts';
import { MINUTE_MS } from '../../core/durations.ts';
import { cutBytes } from '../../core/text/characters.ts';
import type { StoredSource, Templates } from '../../templates/index.ts';
import { findPlaces } from './find-places.ts';
import { markOutputs } from './mark-outputs.ts';
import { takePreviewText } from './preview-text.ts';
import { fillIn, type Signs, skeletonOf, standInOf, textOfValue } from './skeleton.ts';
import { formsOf, htmlLink, names, offsetsOf, withTextLink } from './unsubscribe-link.ts';

/** UTF-16 units of skeletons, and of what is made of them, that are kept. */
const CACHED_LENGTH = 16 * 1024 * 1024;

/** Code points of the last plane for private use (Unicode, section 23.5). Which of them are signs is random, so that mail names them only by chance. */
const FIRST_SIGN = 0x10_0000;
const SIGN_BITS = 16;

/** What is made of a skeleton, with the same stand-ins. */
interface Shape {
  readonly html: string;
  /** Null if the mail has a text of its own. */
  readonly text: string | null;
  readonly isLinkAdded: boolean;
}

/** The parts of a mail as its template makes them for one reader. */
interface FilledIn {
  readonly html: string | null;
  readonly text: string | null;
}

export interface CopyOptions {
  readonly tenantId: string;
  /** The address of the unsubscribe link; empty for tests, whose readers have nothing to unsubscribe from. */
  readonly unsubscribeUrl: string;
}

/** Whether a body that the author gave had to be completed with an unsubscribe link. */
interface Completion {
  readonly isLinkAdded: boolean;
}

/** Completes readers' copies of a broadcast's mail. What depends on the branches that a reader gets is done once for each combination of them. */
export interface Copies {
  /** Returns a source to be filled in for `complete`. */
  prepare(source: StoredSource): Promise<StoredSource>;
  /** Returns a copy of a prepared source with an unsubscribe link and the preview text where this reader sees them, and with a text part. */
  complete<T extends FilledIn>(copy: T, options: CopyOptions): Promise<T & Completion>;
}

function createSigns(random: Random): Signs {
  const first = FIRST_SIGN + (random.bytes(SIGN_BITS / 8).readUInt16BE() & 0xfffc);
  const [open = '', close = '', value = ''] = [0, 1, 2].map((place) => String.fromCodePoint(first + place));
  return { open, close, value };
}

/** Returns HTML with pieces inserted. */
function insert(html: string, pieces: readonly { readonly at: number; readonly text: string }[]): string {
  const fromEnd = pieces.toSorted((left, right) => right.at - left.at);
  return fromEnd.reduce((to, { at, text }) => to.slice(0, at) + text + to.slice(at), html);
}

export function createCopies(random: Random, { texts }: Pick<Templates, 'texts'>): Copies {
  const signs = createSigns(random);
  const shapes = new LRUCache<string, Shape>({
    maxSize: CACHED_LENGTH,
    sizeCalculation: ({ html, text }, key) => key.length + html.length + (text?.length ?? 0) + 1,
  });

  async function makeShape(skeleton: string, makesText: boolean, { tenantId, unsubscribeUrl: url }: CopyOptions): Promise<Shape> {
    const { rest, preview } = takePreviewText(skeleton);
    const forms = formsOf(url);
    const uses = url === '' ? [] : offsetsOf(rest, [...forms, ...forms.map((_, number) => standInOf(number, signs))]);
    const { start, end, isUsed } = await findPlaces(rest, uses);
    const isLinkAdded = url !== '' && !isUsed;
    const link = { at: end, text: isLinkAdded ? htmlLink(standInOf(0, signs)) : '' };
    const text = makesText ? await texts.textOf(insert(rest, [link]), tenantId) : null;
    return { html: insert(rest, [link, { at: start, text: preview }]), text, isLinkAdded };
  }

  async function shapeOf(skeleton: string, makesText: boolean, options: CopyOptions): Promise<Shape> {
    // A test has no link, a skeleton that names an address may lack that of others, and a text of its own needs no other one.
    const { unsubscribeUrl: url } = options;
    const key = `${names(skeleton, url) ? url : 'any'} ${makesText} ${skeleton}`;
    const known = shapes.get(key);
    if (known !== undefined) return known;
    const shape = await makeShape(skeleton, makesText, options);
    // A thread that had no time for the text may have it later.
    shapes.set(key, shape, shape.text === '' ? { ttl: MINUTE_MS } : {});
    return shape;
  }

  function completeText(text: string, { unsubscribeUrl: url }: CopyOptions): { text: string } & Completion {
    const linked = url === '' ? text : withTextLink(text, url);
    return { text: linked, isLinkAdded: linked !== text };
  }

  return {
    async prepare({ id, subject, html, text }) {
      const marked = html === null ? null : await markOutputs(html, signs);
      // Signs must not make a source too long.
      return { id: `prepared ${id}`, subject, html: marked !== null && marked.length > limits.templateSourceBytes ? html : marked, text };
    },
    async complete(copy, options) {
      if (copy.html === null)
        return copy.text === null ? { ...copy, isLinkAdded: false } : { ...copy, ...completeText(copy.text, options) };
      const { html: skeleton, values } = await skeletonOf(copy.html, signs, formsOf(options.unsubscribeUrl));
      const shape = await shapeOf(skeleton, copy.text === null, options);
      await yieldTurns(1);
      const html = fillIn(shape.html, signs, values);
      if (copy.text !== null) {
        const { text, isLinkAdded } = completeText(copy.text, options);
        return { ...copy, html, text, isLinkAdded: isLinkAdded || shape.isLinkAdded };
      }
      // A text ends with nothing that is not seen, whatever its last value is.
      const made = cutBytes(fillIn(shape.text ?? '', signs, values.map(textOfValue)).trimEnd(), limits.textBytes);
      return { ...copy, html, text: completeText(made, options).text, isLinkAdded: shape.isLinkAdded };
    },
  };
}
