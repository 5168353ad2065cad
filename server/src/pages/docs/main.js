/** Scalar's own services, none of which this page may ask. */
const NOWHERE = { dashboardUrl: '', registryUrl: '', proxyUrl: '', apiBaseUrl: '' };

window.Scalar.createApiReference('#reference', {
  url: new URL('openapi.json', document.baseURI).href,
  title: 'Posthorn API',
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
