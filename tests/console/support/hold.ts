import type { Page } from 'playwright-core';

/** Requests that wait to be handed on. */
interface Held {
  /** Resolves once the first has come. */
  readonly asked: Promise<void>;
  /** Hands on those that wait, and whatever comes after them. */
  release(): void;
}

/** Holds what a page asks for by a method at a path, as a slow network does. */
export async function hold(page: Page, method: string, path: string | RegExp): Promise<Held> {
  const [asked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const isHeld = (url: URL) => (typeof path === 'string' ? url.pathname === path : path.test(url.pathname));
  await page.route(isHeld, async (route) => {
    if (route.request().method() !== method) return route.fallback();
    asked.resolve();
    await released.promise;
    return route.continue();
  });
  return { asked: asked.promise, release: () => released.resolve() };
}

/** Waits until a page has had the whole answer to a GET. What it gives up on the way, to ask again, is not an answer. */
export async function haveAnswer(page: Page, path: string): Promise<void> {
  await page.waitForEvent('requestfinished', (request) => request.method() === 'GET' && new URL(request.url()).pathname === path);
}

/** Has a page that is older than anything it knows become the one in front, which asks again for what it shows. */
export async function comeBack(page: Page, path: string): Promise<void> {
  await page.clock.fastForward(61_000);
  const answered = haveAnswer(page, path);
  await page.evaluate("document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))");
  await answered;
}
