/** Descriptions of the operations under each tag. */
const DESCRIPTIONS: Readonly<Record<string, string>> = {
  Health: 'Whether the service answers.',
  Email: 'Send one email or a hundred, now or later; move, cancel or repeat it.',
  Messages: 'What was sent, what became of each recipient, and the search for it.',
  Contacts: 'People to write to, with attributes; CSV in and out.',
  Audiences: 'Lists of contacts that are kept by hand.',
  Templates: 'Subjects and bodies in Liquid, in versions that never change, and a gallery to begin with.',
  Segments: 'Filters of contacts, asked anew each time.',
  Automations: 'Mail that follows what each contact does, step by step.',
  Broadcasts: 'One mail to an audience or a segment, with a ledger of what became of whom.',
  Suppressions: 'Addresses that get no mail, and why.',
  Erasures: 'People who want nothing kept of them.',
  Attachments: 'Files that are uploaded once and carried by many emails.',
  Domains: 'Domains to send and receive with, and the DNS records that they need.',
  'API keys': 'Keys of the tenant: shown once, held to sending or to a domain, revoked.',
  Usage: 'What the plan allows, and what is used of it.',
  Statistics: 'What became of mail, by the hour and the day.',
  Inbound: 'Received mail, with its source byte for byte.',
  Webhooks: 'Endpoints that are told what happens, signed, and tried again.',
  Events: 'What webhooks tell, for those who ask instead.',
  Access: 'Sign in and out, with a second factor or a passkey.',
  Account: 'Who is signed in, and what is theirs to change.',
  Audit: 'Who did what, and when.',
  Members: 'Who belongs to a tenant, and as what.',
  Links: 'Invitations and ways back in, by links that work once.',
  Tenants: 'Tenants with their plans, overrides and prepaid emails.',
  People: 'Everybody who signs in, over all tenants.',
  'Captured mail': 'Mail that was taken instead of delivered, with `PROVIDER_URL=capture:`.',
  'Provider events': 'What a provider reports of mail that it has taken.',
  Jobs: 'Background work, run at once.',
  Clock: 'The time of the service, which `CLOCK=virtual` lets be moved.',
  Stats: 'What waits, and what stands still.',
  Metrics: 'Figures for Prometheus, as text.',
};

/** Returns a tag as the document lists it; one without a description has only its name. */
export const describeTag = ({ name }: { readonly name: string }) =>
  Object.hasOwn(DESCRIPTIONS, name) ? { name, description: DESCRIPTIONS[name] } : { name };
