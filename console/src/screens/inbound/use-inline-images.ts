import type { InboundMailDetail } from '@posthorn/sdk';
import { useQuery } from '@tanstack/react-query';
import { useTenancy } from '../../session/session.ts';
import type { MailImage } from '../../ui/mail/place-images.ts';

/** Images that are loaded for a mail; the others can be downloaded. */
const MOST_IMAGES = 20;
const MOST_BYTES = 5 * 1024 * 1024;
const NONE: readonly MailImage[] = [];

type Shown = InboundMailDetail['attachments'][number] & { readonly content_id: string };

/** Returns the images that the HTML of a mail shows by their content ids. */
function shownImages({ html_body: html, attachments }: InboundMailDetail): Shown[] {
  if (html === null || !/cid:/i.test(html)) return [];
  let left = MOST_BYTES;
  return attachments
    .flatMap((attachment) => {
      const { content_id, content_type, size } = attachment;
      if (content_id === undefined || !content_type.startsWith('image/') || size > left) return [];
      left -= size;
      return [{ ...attachment, content_id }];
    })
    .slice(0, MOST_IMAGES);
}

/** Loads the images that the HTML of a received mail shows; none until all are there. */
export function useInlineImages(mail: InboundMailDetail): readonly MailImage[] {
  const { id: tenant, posthorn } = useTenancy();
  const shown = shownImages(mail);
  const query = useQuery({
    queryKey: ['inbound-images', tenant, mail.id],
    queryFn: ({ signal }) =>
      Promise.all(
        shown.map(async ({ index, content_id: contentId, content_type: type }): Promise<MailImage> => {
          const file = await posthorn.inbound.getAttachment(mail.id, index, { signal });
          return { contentId, type, bytes: new Uint8Array(await file.arrayBuffer()) };
        }),
      ),
    enabled: shown.length > 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return query.data ?? NONE;
}
