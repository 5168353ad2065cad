import { element } from './element.js';

/** @typedef {{ readonly id: string, readonly label: string, readonly open: () => HTMLElement }} Tab */

/**
 * Tabs and their panel (WAI-ARIA): one stop of the Tab key, the arrow keys lead on. A panel is made when it is opened.
 *
 * @param {readonly Tab[]} tabs
 * @param {string} label
 * @returns {HTMLElement[]}
 */
export function tabbed(tabs, label) {
  const list = element('div', { className: 'tabs', role: 'tablist', ariaLabel: label });
  const panel = element('div', { className: 'panel', id: 'panel', role: 'tabpanel' });
  const buttons = tabs.map(({ id, label: text }) => element('button', { type: 'button', role: 'tab', id: `tab-${id}` }, text));

  /** @param {number} index */
  function open(index) {
    for (const [at, button] of buttons.entries()) {
      button.ariaSelected = String(at === index);
      button.tabIndex = at === index ? 0 : -1;
    }
    const tab = tabs[index];
    if (tab === undefined) return;
    panel.setAttribute('aria-labelledby', `tab-${tab.id}`);
    panel.replaceChildren(tab.open());
  }

  for (const [index, button] of buttons.entries()) {
    button.setAttribute('aria-controls', panel.id);
    button.addEventListener('click', () => open(index));
  }
  list.addEventListener('keydown', (event) => {
    const at = buttons.findIndex((button) => button.matches(':focus'));
    const last = buttons.length - 1;
    const goal = { ArrowRight: at === last ? 0 : at + 1, ArrowLeft: at === 0 ? last : at - 1, Home: 0, End: last }[event.key];
    if (goal === undefined) return;
    event.preventDefault();
    open(goal);
    buttons[goal]?.focus();
  });
  list.append(...buttons);
  open(0);
  return [list, panel];
}
