import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { LinkResponse } from '../core/link-request.ts';

/** What every page of the service looks like. */
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

/** Whom a page speaks of. */
export interface Unsubscription {
  readonly email: string;
  /** The sender's name, or his address; undefined where the message is gone. */
  readonly sender: string | undefined;
}

const page = (status: LinkResponse['status'], title: string, content: string): LinkResponse => ({
  status,
  headers: HEADERS,
  body: `<!doctype html>
<html lang="en">
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

const nameOf = ({ sender }: Unsubscription) => (sender === undefined ? 'this sender' : `<strong>${escapeText(sender)}</strong>`);

const STILL = 'Messages that you need, such as receipts and password resets, still arrive.';

/** Asks before anything happens: programs open links too. */
export const confirmPage = (leaving: Unsubscription, status: 200 | 400 = 200): LinkResponse =>
  page(
    status,
    'Unsubscribe?',
    `<p>This stops newsletters and offers from ${nameOf(leaving)} to <strong>${escapeText(leaving.email)}</strong>.</p>
<p class="faint">${STILL}</p>
<form method="post">
<input type="hidden" name="List-Unsubscribe" value="One-Click">
<button type="submit">Unsubscribe</button>
</form>`,
  );

export const donePage = (leaving: Unsubscription): LinkResponse =>
  page(
    200,
    'You are unsubscribed',
    `<p><strong>${escapeText(leaving.email)}</strong> will get no more newsletters and offers from ${nameOf(leaving)}.</p>
<p class="faint">${STILL} You can close this page.</p>`,
  );

/** For a token that is not ours. It changes nothing and says so. */
export const unknownLinkPage: LinkResponse = page(
  404,
  'This link is not complete',
  `<p>Nothing was changed. A part of the link is missing or was altered on the way.</p>
<p class="faint">Please open it from the email again, or copy all of it.</p>`,
);

/** For a link of a sender who may not send any more, or is gone. It leads nowhere. */
export const closedLinkPage: LinkResponse = page(
  410,
  'This link is closed',
  `<p>Whoever sent it does not use this service any more, so it leads nowhere.</p>
<p class="faint">There is nothing that you have to do.</p>`,
);

/** For a fault of ours. */
export const faultPage: LinkResponse = page(
  503,
  'That did not work',
  `<p>Something went wrong on our side, so you may still be subscribed.</p>
<p class="faint">Please try again in a few minutes.</p>`,
);
