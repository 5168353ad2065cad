import { createReadStream, createWriteStream, existsSync, readFileSync, renameSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { createBrotliDecompress } from 'node:zlib';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';

const isPackaged = process.platform === 'linux' && process.arch === 'x64';

/** Why there is no browser to test with; undefined where there is one. PLAYWRIGHT_CHROMIUM names another. */
export const browserMissing: string | undefined =
  isPackaged || process.env.PLAYWRIGHT_CHROMIUM !== undefined
    ? undefined
    : `no Chromium comes for ${process.platform}-${process.arch}; set PLAYWRIGHT_CHROMIUM to one`;

if (browserMissing !== undefined) console.warn(`browser tests are skipped: ${browserMissing}`);

/** The browser that the npm package carries, unpacked once a version into the folder for temporary files. */
async function unpack(): Promise<string> {
  const packed = fileURLToPath(new URL('../bin/chromium.br', import.meta.resolve('@sparticuz/chromium')));
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.resolve('@sparticuz/chromium')), 'utf8'));
  const place = join(tmpdir(), `posthorn-chromium-${version}`);
  if (existsSync(place)) return place;
  // Other test files may be at the same: what stands in the place is whole.
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

/** Returns the browser of all test files that this process runs, one after the other. It ends with the process. */
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

/** Ends every page of a browser, and what it has stored. */
export async function closePages(browser: Browser | undefined): Promise<void> {
  await Promise.all((browser?.contexts() ?? []).map((context) => context.close()));
}

/** A page with an ear on what it does. */
export interface Watched {
  readonly page: Page;
  /** Addresses that it asked for, or tried to, at hosts other than the one it came from. */
  readonly foreign: string[];
  /** What the page threw. */
  readonly faults: string[];
}

/** What never comes is to fail some day; how long anything takes depends on what else the machine does. */
const PATIENCE_MS = 300_000;

/** A page in a context of its own. */
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
