// Shows a mail that the console hands over. The frame has no origin, reaches no network but for images where its address asks for
// them, and tells the console how tall it is and which link was followed.

// What reaches the network around the policy, or puts another page into the frame.
const REMOVED = 'script, base, link, meta, title, iframe, frame, frameset, object, embed, noscript, template';
const REMOTE = /^\s*(?:https?:)?\/\//i;
const REMOTE_IN_CSS = /url\(\s*['"]?\s*(?:https?:)?\/\//i;
/** The middle button of a mouse; those after it open a menu, or go back. */
const MIDDLE = 1;
const SOURCES = ['src', 'srcset', 'background', 'poster'];

/** @param {Record<string, unknown>} message */
const tell = (message) => parent.postMessage({ preview: message }, '*');

/** @param {Document} page */
function hasRemoteImages(page) {
  const found = [...page.querySelectorAll('[src], [srcset], [background], [poster]')];
  const remote = found.some((element) => SOURCES.some((name) => REMOTE.test(element.getAttribute(name) ?? '')));
  return remote || REMOTE_IN_CSS.test(page.documentElement.outerHTML);
}

/** @param {Element} from @param {Element} to */
function takeAttributes(from, to) {
  for (const { name, value } of from.attributes)
    if (/^(?:style|class|dir|lang|bgcolor|text|link)$/.test(name)) to.setAttribute(name, value);
}

/** @param {string} html */
function show(html) {
  const page = new DOMParser().parseFromString(html, 'text/html');
  for (const removed of page.querySelectorAll(REMOVED)) removed.remove();
  tell({ remoteImages: hasRemoteImages(page) });
  const styles = [...page.head.querySelectorAll('style')];
  takeAttributes(page.documentElement, document.documentElement);
  takeAttributes(page.body, document.body);
  document.body.replaceChildren(...styles, ...page.body.childNodes);
}

addEventListener('message', (event) => {
  if (event.source === parent && typeof event.data?.html === 'string') show(event.data.html);
});

/** @param {MouseEvent} event */
function follow(event) {
  const link = event.target instanceof Element ? event.target.closest('a, area') : null;
  if (link === null) return;
  event.preventDefault();
  const address = link.getAttribute('href') ?? link.getAttribute('xlink:href') ?? '';
  if (event.button <= MIDDLE && /^(?:https?|mailto|tel):/i.test(address)) tell({ link: address });
}

document.addEventListener('click', follow);
// With the middle button a browser opens a link without asking anybody.
document.addEventListener('auxclick', follow);

new ResizeObserver(() => tell({ height: document.documentElement.scrollHeight })).observe(document.documentElement);
tell({ ready: true });
