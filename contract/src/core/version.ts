/** Version of the interface: `info.version` of the document, the `X-API-Version` header, and what `/health` says. Packages have their own. */
export const API_VERSION = '0.3.0';
