import { describe, expect, it } from 'vitest';
import { contentIdsIn, type MailImage, placeImages } from './place-images.ts';

const imageOf = (contentId: string, size = 3): MailImage => ({ contentId, type: 'image/png', bytes: new Uint8Array(size) });
const PIXEL = 'data:image/png;base64,AAAA';

describe('placeImages', () => {
  it.each([
    ['<img src="cid:a@b">', `<img src="${PIXEL}">`],
    ["<img src = 'CID:a@b'>", `<img src = '${PIXEL}'>`],
    ['<img src=cid:a%40b>', `<img src=${PIXEL}>`],
    ['<img src="cid:other">', '<img src="cid:other">'],
    ['<img src="cid:%">', '<img src="cid:%">'],
    ['<a href="cid:a@b">', '<a href="cid:a@b">'],
  ])('places %s', (html, placed) => {
    expect(placeImages(html, [imageOf('a@b')])).toBe(placed);
  });

  it('places an image whose content id has an ampersand', () => {
    expect(placeImages('<img src="cid:a&amp;b">', [imageOf('a&b')])).toBe(`<img src="${PIXEL}">`);
  });

  it.each(['image/png" onerror="x', 'image/png;x', 'text/html', 'image/'])('places nothing of the type %s', (type) => {
    expect(placeImages('<img src="cid:a">', [{ ...imageOf('a'), type }])).toBe('<img src="cid:a">');
  });

  it('places no more than 10 MiB, however often an image is named', () => {
    const placed = placeImages('<img src=cid:a>'.repeat(8500), [imageOf('a', 90_000)]);
    expect(placed.length).toBeLessThan(11 * 1024 * 1024);
    expect(placed.endsWith('<img src=cid:a>')).toBe(true);
  });
});

describe('contentIdsIn', () => {
  it('names them as they are and unescaped', () => {
    expect([...contentIdsIn('<img src="cid:a%40b"><td style="background: url(cid:c)"><img src=cid:d>')]).toEqual(['a%40b', 'a@b', 'd']);
  });
});
