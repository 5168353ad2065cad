import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Context, Hono } from 'hono';
import { createContext } from '../create-context.ts';
import type { MountOptions } from '../mount.ts';
import { baseHeaders } from '../respond.ts';
import type { ConsoleFiles } from './console-files.ts';
import { pageHeaders } from './mount-page.ts';
import { answerFile } from './static-files.ts';

type Options = Pick<MountOptions, 'random'>;

const file = (name: string) => readFileSync(new URL(`../../pages/${name}`, import.meta.url), 'utf8');
const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

const POLICY = { 'frame-src': "'self'", 'require-trusted-types-for': "'script'", 'trusted-types': "'none'" };

/** Names that contain a hash of the content: such files never change. */
const FOR_EVER = 'public, max-age=31536000, immutable';

const NOT_YET = {
  building: { title: 'The console is being built', text: 'This takes a few seconds, once. The page opens by itself.', again: true },
  failed: { title: 'The console could not be built', text: 'The server’s log says why. Everything else is served as usual.', again: false },
};

const STYLE = `${file('shared/tokens.css')}
html { background: var(--ground); color: var(--ink); font: 14px / 1.5 var(--sans); }
body { display: grid; min-height: 100dvh; margin: 0; padding: 1rem; place-content: center; }
h1 { margin: 0; font-size: 20px; }
p { margin: 0.25rem 0 0; color: var(--faint); }`;

/** A refresh to the same URL would not reload the page if it has a fragment, as sign-in links do. */
const AGAIN = 'setTimeout(() => location.reload(), 1000)';

function notYet(state: 'building' | 'failed', base: Record<string, string>): Response {
  const { title, text, again } = NOT_YET[state];
  const refresh = again ? `<script>${AGAIN}</script>` : '';
  const page = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">${refresh}<title>${title} · Posthorn</title><style>${STYLE}</style><h1>${title}</h1><p>${text}</p></html>\n`;
  const headers = { ...base, ...pageHeaders({ ...POLICY, 'style-src': hashOf(STYLE), 'script-src': hashOf(AGAIN) }) };
  return new Response(page, { status: 503, headers: { ...headers, 'Content-Type': 'text/html; charset=utf-8', 'Retry-After': '2' } });
}

/**
 * `/console/preview`: the frame in which the console shows mail, handed over by postMessage. It has an origin of its own, one
 * script, and images of other hosts only at `?images=remote`.
 */
function mountPreview(hono: Hono, options: Options): void {
  const [script, style] = [file('preview/main.js'), file('preview/preview.css')];
  const page = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Mail</title><style>${style}</style></head><body></body><script>${script}</script></html>\n`;
  const policyOf = (remote: boolean) => ({
    'script-src': hashOf(script),
    'style-src': "'unsafe-inline'",
    'img-src': remote ? 'data: https: http:' : 'data:',
    'connect-src': "'none'",
    'frame-ancestors': "'self'",
    sandbox: 'allow-scripts',
  });
  hono.get('/console/preview', (c) => {
    const headers = { ...baseHeaders(createContext(options)), ...pageHeaders(policyOf(c.req.query('images') === 'remote')) };
    return new Response(page, { headers: { ...headers, 'Content-Type': 'text/html; charset=utf-8' } });
  });
}

/** `/console`: the web console. One page serves all its URLs, except those of files. */
export function mountConsole(hono: Hono, files: ConsoleFiles, options: Options): void {
  const headers = () => ({ ...baseHeaders(createContext(options)), ...pageHeaders(POLICY) });
  mountPreview(hono, options);
  hono.get('/console/assets/:name', async (c, next) => {
    files.prepare();
    const file = await files.find(`assets/${c.req.param('name')}`);
    if (file === undefined) return next();
    const answer = answerFile(file, c.req.raw.headers, headers());
    answer.headers.set('Cache-Control', FOR_EVER);
    return answer;
  });
  const answerPage = async (c: Context, next: () => Promise<void>) => {
    // A page from before an upgrade would load the HTML page in place of a script that no longer exists.
    if (c.req.path.startsWith('/console/assets/')) return next();
    files.prepare();
    if (files.state === 'building' || files.state === 'failed') return notYet(files.state, headers());
    const page = await files.find('index.html');
    return page === undefined ? next() : answerFile(page, c.req.raw.headers, headers());
  };
  hono.get('/console', answerPage);
  hono.get('/console/*', answerPage);
}
