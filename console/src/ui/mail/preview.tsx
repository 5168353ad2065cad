import { ExternalLink, ImageOff } from 'lucide-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useWords } from '../../text/words.ts';
import { Button } from '../button.tsx';
import { legible } from '../legible.ts';
import { Actions, Dialog } from '../overlays/dialog.tsx';

const LEAST_HEIGHT = 160;
const MOST_HEIGHT = 4000;

const isWeb = (address: string) => /^(?:https?|mailto|tel):/i.test(address);

/** Reads a message of the frame. The mail has no script that could send one; it is checked all the same. */
function readFrameMessage(data: unknown) {
  const { ready, height, link, remoteImages }: Record<string, unknown> = Object(Object(data).preview);
  return {
    ready: ready === true,
    height: typeof height === 'number' ? Math.min(Math.max(Math.ceil(height), LEAST_HEIGHT), MOST_HEIGHT) : undefined,
    link: typeof link === 'string' && isWeb(link) ? link : undefined,
    remoteImages: typeof remoteImages === 'boolean' ? remoteImages : undefined,
  };
}

type FrameMessage = ReturnType<typeof readFrameMessage>;

/** Listens to messages of the frame only. */
function useFrameMessages(frame: RefObject<HTMLIFrameElement | null>, hear: (message: FrameMessage) => void): void {
  const heard = useRef(hear);
  useEffect(() => {
    heard.current = hear;
  });
  useEffect(() => {
    const listen = ({ source, data }: MessageEvent) => {
      if (source !== null && source === frame.current?.contentWindow) heard.current(readFrameMessage(data));
    };
    window.addEventListener('message', listen);
    return () => window.removeEventListener('message', listen);
  }, [frame]);
}

interface FrameProps {
  readonly html: string;
  readonly remote: boolean;
  readonly title: string;
  onLink(address: string): void;
  onRemoteImages(has: boolean): void;
}

/** The frame of `/console/preview`, which gets the mail once it reports that it is listening. */
function Frame({ html, remote, title, onLink, onRemoteImages }: FrameProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [ready, setReady] = useState(false);
  const [height, setHeight] = useState(LEAST_HEIGHT);
  useFrameMessages(frame, (message) => {
    if (message.ready) setReady(true);
    if (message.height !== undefined) setHeight(message.height);
    if (message.link !== undefined) onLink(message.link);
    if (message.remoteImages !== undefined) onRemoteImages(message.remoteImages);
  });
  useEffect(() => {
    // The frame has no origin that could be named.
    if (ready) frame.current?.contentWindow?.postMessage({ html }, '*');
  }, [ready, html]);
  return (
    <iframe
      ref={frame}
      title={title}
      src={`/console/preview${remote ? '?images=remote' : ''}`}
      sandbox="allow-scripts"
      style={{ height }}
      className="w-full rounded-md border border-line bg-white"
    />
  );
}

interface PreviewProps {
  readonly html: string;
  readonly title: string;
}

/** A mail as its reader sees it: without scripts, and without remote images unless they are requested. */
export function Preview({ html, title }: PreviewProps) {
  const words = useWords();
  const [remote, setRemote] = useState(false);
  const [hasRemote, setHasRemote] = useState(false);
  const [link, setLink] = useState<string>();
  return (
    <div className="flex flex-col gap-2">
      {hasRemote && !remote && (
        <p className="flex flex-wrap items-center gap-2 text-sm text-faint">
          <ImageOff size={15} aria-hidden="true" />
          <span className="flex-1">{words.preview.images}</span>
          <Button small onClick={() => setRemote(true)}>
            {words.preview.load}
          </Button>
        </p>
      )}
      <Frame key={String(remote)} html={html} remote={remote} title={title} onLink={setLink} onRemoteImages={setHasRemote} />
      <Dialog open={link !== undefined} onClose={() => setLink(undefined)} title={words.preview.link}>
        <code className="font-mono text-sm [overflow-wrap:anywhere]">{legible(link ?? '')}</code>
        <Actions>
          <Button onClick={() => setLink(undefined)}>{words.common.cancel}</Button>
          <Button
            look="primary"
            icon={ExternalLink}
            onClick={() => {
              window.open(link, '_blank', 'noopener,noreferrer');
              setLink(undefined);
            }}
          >
            {words.preview.open}
          </Button>
        </Actions>
      </Dialog>
    </div>
  );
}
