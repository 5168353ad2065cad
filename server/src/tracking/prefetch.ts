/** Proxies of mailbox providers, and programs that open links to see what is behind them. */
const PROGRAMS =
  /GoogleImageProxy|YahooMailProxy|BingPreview|Barracuda|Mimecast|Proofpoint|Symantec|FireEye|Trend ?Micro|Sophos|Forcepoint|Cisco-?IronPort|SafeLinks|ZeroFOX|urlscan|bot\b|crawler|spider|^(?:curl|wget|python-requests|Go-http-client|Java|okhttp)\//i;
/** All that Apple's Mail Privacy Protection says of itself, and it loads every image when the mail comes. */
const APPLE = 'Mozilla/5.0';
const PURPOSES = ['purpose', 'sec-purpose', 'x-purpose', 'x-moz'];

/** Whether a program asked, as far as it says so, and no reader. */
export function isPrefetch(headers: Headers): boolean {
  const agent = headers.get('user-agent') ?? '';
  if (agent === APPLE || PROGRAMS.test(agent)) return true;
  return PURPOSES.some((name) => /prefetch|preview/i.test(headers.get(name) ?? ''));
}
