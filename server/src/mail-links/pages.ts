import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { LinkResponse } from './link-request.ts';
import { readerWords } from './page-words.ts';
import { type ReaderLanguage, readerLanguage } from './reader-language.ts';

/** The layout of every public page. */
const TOKENS = readFileSync(new URL('../pages/shared/tokens.css', import.meta.url), 'utf8');

const STYLE = `
${TOKENS}
:root { font: 17px / 1.55 var(--sans); color: var(--ink); background: var(--ground); }
* { box-sizing: border-box; margin: 0; }
body { min-height: 100svh; display: grid; place-items: center; padding: 1.25rem; }
main { width: 100%; max-width: 32rem; padding: clamp(1.5rem, 6vw, 2.75rem); background: var(--paper);
  border: 1px solid var(--line); border-radius: 14px; overflow-wrap: anywhere; }
h1 { font-size: 1.6rem; line-height: 1.25; letter-spacing: -0.01em; text-wrap: balance; overflow-wrap: break-word; }
p { margin-top: 0.9rem; text-wrap: pretty; }
.faint { color: var(--faint); font-size: 0.94rem; }
strong { font-weight: 600; }
form { margin-top: 1.75rem; }
button { width: 100%; min-height: 3rem; padding: 0.65rem 1.5rem; border: 0; border-radius: 9px; cursor: pointer;
  font: inherit; font-weight: 600; color: var(--on-strong); background: var(--strong); }
button:hover { filter: brightness(1.08); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 3px; }
@media (min-width: 30rem) { button { width: auto; } }
`;

const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

const HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': POLICY,
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex',
};

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escapeText = (text: string) => text.replaceAll(/[&<>"]/g, (character) => ENTITIES[character] ?? '');

/** The recipient and sender that a page names. */
export interface Unsubscription {
  readonly email: string;
  /** The sender's name, or else the address; undefined if the message no longer exists. */
  readonly sender: string | undefined;
}

interface Page {
  readonly status: LinkResponse['status'];
  readonly language: ReaderLanguage;
  readonly title: string;
  readonly content: string;
}

const page = ({ status, language, title, content }: Page): LinkResponse => ({
  status,
  headers: { ...HEADERS, 'Content-Language': language },
  body: `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${title}</h1>
${content}
</main>
</body>
</html>
`,
});

/** Isolated from its sentence, so that its direction cannot affect the following text. */
const strong = (text: string) => `<strong><bdi>${escapeText(text)}</bdi></strong>`;

/** Returns the pages in the reader's language. */
export function pagesFor(headers: Headers) {
  const language = readerLanguage(headers);
  const words = readerWords[language];
  const told = ({ sender, email }: Unsubscription) => [sender === undefined ? words.thisSender : strong(sender), strong(email)] as const;
  const note = (status: LinkResponse['status'], { title, text, next }: (typeof words)['unknown']) =>
    page({ status, language, title, content: `<p>${text}</p>\n<p class="faint">${next}</p>` });
  return {
    /** Asks for confirmation before anything happens: programs open links too. */
    confirm: (leaving: Unsubscription, status: 200 | 400 = 200) =>
      page({
        status,
        language,
        title: words.confirm.title,
        content: `<p>${words.confirm.text(...told(leaving))}</p>
<p class="faint">${words.still}</p>
<form method="post">
<input type="hidden" name="List-Unsubscribe" value="One-Click">
<button type="submit">${words.confirm.button}</button>
</form>`,
      }),
    done: (leaving: Unsubscription) =>
      page({
        status: 200,
        language,
        title: words.done.title,
        content: `<p>${words.done.text(...told(leaving))}</p>
<p class="faint">${words.still} ${words.done.close}</p>`,
      }),
    /** For somebody who is unsubscribed already, who is not asked again. */
    already: (leaving: Unsubscription) => {
      const [from, to] = told(leaving);
      return page({
        status: 200,
        language,
        title: words.done.title,
        content: `<p>${words.done.text(from, to)}</p>\n<p class="faint">${words.again(from)} ${words.still}</p>`,
      });
    },
    /** For a token that is not ours. The page says that nothing was changed. */
    unknownLink: () => note(404, words.unknown),
    /** For a link of a suspended or deleted sender. The page links nowhere. */
    closedLink: () => note(410, words.closed),
    /** For a fault of the service. */
    fault: () => note(503, words.fault),
  };
}

/** Returns the page for a fault of the service, in the reader's language. */
export const faultPage = (headers: Headers): LinkResponse => pagesFor(headers).fault();
