import type { InboundMailDetail } from '@posthorn/sdk';
import { useQuery } from '@tanstack/react-query';
import { useTenancy } from '../../session/session.ts';
import { contentIdsIn, isImageType, type MailImage } from '../../ui/mail/place-images.ts';

/** Images that are loaded for a mail; the others can be downloaded. */
const MOST_IMAGES = 20;
const MOST_BYTES = 5 * 1024 * 1024;
const NONE: readonly MailImage[] = [];

type Shown = InboundMailDetail['attachments'][number] & { readonly content_id: string };

/** Returns the images that the HTML of a mail shows by their content ids. */
function shownImages({ html_body: html, attachments }: InboundMailDetail): Shown[] {
  const wanted = contentIdsIn(html ?? '');
  let left = MOST_BYTES;
  return attachments
    .flatMap((attachment) => {
      const { content_id, content_type, size } = attachment;
      if (content_id === undefined || !wanted.has(content_id) || !isImageType(content_type) || size > left) return [];
      left -= size;
      return [{ ...attachment, content_id }];
    })
    .slice(0, MOST_IMAGES);
}

/** Loads the images that the HTML of a received mail shows; none until all are there, without those that cannot be loaded. */
export function useInlineImages(mail: InboundMailDetail): readonly MailImage[] {
  const { id: tenant, posthorn } = useTenancy();
  const shown = shownImages(mail);
  const query = useQuery({
    queryKey: ['inbound-images', tenant, mail.id],
    async queryFn({ signal }): Promise<readonly MailImage[]> {
      const images: MailImage[] = [];
      // One after the other, since the service reads the whole mail for each.
      for (const { index, content_id: contentId, content_type: type } of shown) {
        const bytes = await posthorn.inbound
          .getAttachment(mail.id, index, { signal })
          .then((file) => file.arrayBuffer())
          .catch(() => undefined);
        signal.throwIfAborted();
        if (bytes !== undefined) images.push({ contentId, type, bytes: new Uint8Array(bytes) });
      }
      return images;
    },
    enabled: shown.length > 0,
    // What could not be loaded is asked for again when the mail is opened again.
    staleTime: ({ state: { data } }) => (data !== undefined && data.length === shown.length ? Number.POSITIVE_INFINITY : 0),
    refetchOnWindowFocus: false,
  });
  return query.data ?? NONE;
}
