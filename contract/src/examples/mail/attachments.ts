import type { attachments, Upload } from '../../attachments.ts';
import type { ResourceExamples } from '../resource-examples.ts';

const upload: Upload = {
  storage_key: 'ten_01m7y8qk2v5t9r0d6x3ha1wfze/msg_01m7yc0g5r2p8w4k6j9tbn3vxd/invoice.pdf',
  filename: 'invoice.pdf',
  content_type: 'application/pdf',
  size: 48_213,
  created_at: 1_790_000_000_000,
};

export const attachmentExamples: ResourceExamples<typeof attachments> = {
  upload: { 201: upload },
  download: {},
};
