/** Example values of path parameters, by the two parts of the path that identify them: `contacts/{id}`. */
const places: Readonly<Record<string, string>> = {
  'email/{id}': 'msg_01m7y8s3yamrk5s1jx71pmhchw',
  'messages/{id}': 'msg_01m7y8s3yamrk5s1jx71pmhchw',
  'contacts/{id}': 'con_01m7y8t0qk3n5v9w2x4z6b8d0f',
  'imports/{id}': 'imp_01m7y8t3r5v7x9z1b3d5f7h9kq',
  'exports/{id}': 'exp_01m7y8t5w6y8a0c2e4g6j8m0pr',
  'audiences/{id}': 'aud_01m7y8v2hs7j4k6m8n0p2q4r6t',
  'members/{contact_id}': 'con_01m7y8t0qk3n5v9w2x4z6b8d0f',
  'templates/{alias}': 'welcome',
  'versions/{n}': '2',
  'template-gallery/{name}': 'reset',
  'segments/{id}': 'seg_01m7y8w5kz3n9r2t4v6x8y0a1c',
  'automations/{id}': 'aut_01m7y8x9nf5c7e9g1j3m5p7r9t',
  'enrollments/{enrollment_id}': 'enr_01m7y8y3qh6d8f0h2k4n6q8s0v',
  'broadcasts/{id}': 'bc_01m7y8w5kz3n9r2t4v6x8y0a1c',
  'suppressions/{email}': 'ada@example.net',
  'erasures/{email}': 'ada@example.net',
  'attachments/{tenant_id}': 'ten_01m7y8qk2v5t9r0d6x3ha1wfze',
  '{tenant_id}/{message_id}': 'msg_01m7yc0g5r2p8w4k6j9tbn3vxd',
  '{message_id}/{filename}': 'invoice.pdf',
  'domains/{id}': 'dom_01m7y8r5zj8c1f0m4q7wstke2n',
  'api-keys/{id}': 'key_01m7y8qk2d6w0r3v9t4hbn5xce',
  'inbound/{id}': 'inb_01m7y8w4cr2e6g8j0m3p5s7v9x',
  'attachments/{n}': '0',
  'webhooks/{id}': 'whk_01m7y8rb4g2vd9x3kq6n0tjw5c',
};

/** Returns the example of a path parameter in the document. */
export function pathExample(path: string, parameter: string): string | undefined {
  const parts = path.split('/');
  const at = parts.indexOf(`{${parameter}}`);
  return places[parts.slice(at - 1, at + 1).join('/')];
}
