/** Scalar's own services, none of which this page may ask. */
const NOWHERE = { dashboardUrl: '', registryUrl: '', proxyUrl: '', apiBaseUrl: '' };

window.Scalar.createApiReference('#reference', {
  url: new URL('openapi.json', document.baseURI).href,
  title: 'Posthorn API',
  theme: 'none',
  telemetry: false,
  withDefaultFonts: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  externalUrls: NOWHERE,
  hideClientButton: true,
  showDeveloperTools: 'never',
  authentication: { preferredSecurityScheme: 'bearer' },
  documentDownloadType: 'direct',
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
  modelsSectionLabel: 'Schemas',
  orderSchemaPropertiesBy: 'preserve',
});

/** @type {WeakSet<Element>} */
const opened = new WeakSet();

/**
 * Scalar opens the lowest status. What a first call gets is the highest of its 2xx: 202 where 200 is for test mode and what is scheduled,
 * 201 where 200 says that it was there already.
 */
function openFirstAnswers() {
  for (const card of document.querySelectorAll('.response-card')) {
    const answers = [...card.querySelectorAll('[role="tab"]')].filter(({ textContent }) => /\b2\d\d\s*$/.test(textContent));
    const first = answers.at(-1);
    if (first === undefined || opened.has(card)) continue;
    opened.add(card);
    if (first instanceof HTMLElement && answers.length > 1) first.click();
  }
}

new MutationObserver(openFirstAnswers).observe(document.body, { childList: true, subtree: true });
