import { assertLimits, createCall, createDownload, type Fetch } from './call.ts';
import { apiKeysOf } from './resources/api-keys.ts';
import { attachmentsOf } from './resources/attachments.ts';
import { audiencesOf } from './resources/audiences.ts';
import { automationsOf } from './resources/automations.ts';
import { broadcastsOf } from './resources/broadcasts.ts';
import { contactsOf } from './resources/contacts.ts';
import { domainsOf } from './resources/domains.ts';
import { emailOf } from './resources/email.ts';
import { erasuresOf } from './resources/erasures.ts';
import { eventsOf } from './resources/events.ts';
import { healthOf } from './resources/health.ts';
import { inboundOf } from './resources/inbound.ts';
import { messagesOf } from './resources/messages.ts';
import { segmentsOf } from './resources/segments.ts';
import { statsOf } from './resources/stats.ts';
import { suppressionsOf } from './resources/suppressions.ts';
import { templatesOf } from './resources/templates.ts';
import { usageOf } from './resources/usage.ts';
import { webhooksOf } from './resources/webhooks.ts';

export interface PosthornOptions {
  /** An API key of the tenant. */
  readonly apiKey: string;
  /** Base URL of the service, such as `https://mail.example.com`. */
  readonly baseUrl: string;
  /**
   * Milliseconds for each attempt of a call, `Infinity` for no limit. 30000 by default, and 300000 for a body larger than 256 KiB, which
   * the service may queue.
   */
  readonly timeoutMs?: number | undefined;
  /** Retries after the first attempt, for calls that can be retried; 2 by default. */
  readonly maxRetries?: number | undefined;
  /** Used instead of the global `fetch`. */
  readonly fetch?: Fetch | undefined;
}

const DEFAULT_MAX_RETRIES = 2;

const globalFetch: Fetch = (url, init) => fetch(url, init);

/** Checked here, since the error for an invalid header would show the key. */
function assertKey(apiKey: string): void {
  if (!/^[\x21-\x7e]+$/.test(apiKey ?? '')) throw new TypeError('apiKey is missing, or has a space or a character that no key has');
}

function withoutSlash(baseUrl: string): string {
  const { protocol, origin, pathname } = URL.canParse(baseUrl) ? new URL(baseUrl) : { protocol: '', origin: '', pathname: '' };
  if (!/^https?:$/.test(protocol)) throw new TypeError(`baseUrl is no http or https address: ${baseUrl}`);
  return origin + pathname.replace(/\/+$/, '');
}

/** A client for one tenant. */
export class Posthorn {
  readonly health: ReturnType<typeof healthOf>;
  readonly email: ReturnType<typeof emailOf>;
  readonly messages: ReturnType<typeof messagesOf>;
  readonly contacts: ReturnType<typeof contactsOf>;
  readonly audiences: ReturnType<typeof audiencesOf>;
  readonly templates: ReturnType<typeof templatesOf>;
  readonly segments: ReturnType<typeof segmentsOf>;
  readonly automations: ReturnType<typeof automationsOf>;
  readonly broadcasts: ReturnType<typeof broadcastsOf>;
  readonly suppressions: ReturnType<typeof suppressionsOf>;
  readonly erasures: ReturnType<typeof erasuresOf>;
  readonly attachments: ReturnType<typeof attachmentsOf>;
  readonly domains: ReturnType<typeof domainsOf>;
  readonly apiKeys: ReturnType<typeof apiKeysOf>;
  readonly usage: ReturnType<typeof usageOf>;
  readonly stats: ReturnType<typeof statsOf>;
  readonly inbound: ReturnType<typeof inboundOf>;
  readonly webhooks: ReturnType<typeof webhooksOf>;
  readonly events: ReturnType<typeof eventsOf>;

  constructor({ apiKey, baseUrl, timeoutMs, maxRetries, fetch }: PosthornOptions) {
    assertKey(apiKey);
    assertLimits({ timeoutMs, maxRetries });
    const settings = {
      apiKey,
      baseUrl: withoutSlash(baseUrl),
      timeoutMs,
      maxRetries: maxRetries ?? DEFAULT_MAX_RETRIES,
      fetch: fetch ?? globalFetch,
    };
    const call = createCall(settings);
    const download = createDownload(settings);
    this.health = healthOf(call);
    this.email = emailOf(call);
    this.messages = messagesOf(call);
    this.contacts = contactsOf({ call, download });
    this.audiences = audiencesOf(call);
    this.templates = templatesOf(call);
    this.segments = segmentsOf(call);
    this.automations = automationsOf(call);
    this.broadcasts = broadcastsOf(call);
    this.suppressions = suppressionsOf(call);
    this.erasures = erasuresOf(call);
    this.attachments = attachmentsOf({ call, download });
    this.domains = domainsOf(call);
    this.apiKeys = apiKeysOf(call);
    this.usage = usageOf(call);
    this.stats = statsOf(call);
    this.inbound = inboundOf({ call, download });
    this.webhooks = webhooksOf(call);
    this.events = eventsOf(call);
  }
}
