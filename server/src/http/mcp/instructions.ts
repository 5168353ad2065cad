/** What an agent has to know beside the tools; a client shows it to its model with them. */
export const instructions = `Posthorn sends email for one tenant, and keeps who may get it.

- A sender must be at a verified domain: list_domains names them. To try a mail without sending it, set \`test_mode\`.
- A send is queued, not yet delivered: get_message says what became of each recipient. Give an \`idempotency_key\` of your own, and a call that is repeated sends nothing twice.
- For one mail to many: upsert_contact, then create_audience and add_audience_member or create_segment (preview_segment counts first), then create_broadcast, which is a draft, then send_broadcast. What is sent cannot be called back; get_broadcast_stats says how far it is, and list_broadcasts what else there is.
- Contents are Liquid. create_template makes a template without content, create_template_version gives it some; list_templates names those that are there.
- Instants are milliseconds since 1970-01-01T00:00:00Z. A list goes on while \`next_cursor\` is not null: hand it back as \`cursor\`.
- A failure has a stable code in \`error\` and, in most cases, a sentence in \`detail\` and the place in \`field\`. After rate_limit_exceeded or quota_exceeded wait for Retry-After of \`_meta\`, in seconds.`;
