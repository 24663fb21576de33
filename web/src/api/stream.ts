import { address } from "./call.ts";
import { ended } from "./session.ts";

/** Exponential back-off between attempts to reconnect. */
const BACKOFF_MS = { first: 2_000, longest: 60_000 };

interface StreamEvents<Event> {
  onLive: (isLive: boolean) => void;
  onEvent: (event: Event) => void;
}

/**
 * Opens an event stream. EventSource gives up after an error response, such as 401 or a gateway error, so it is opened
 * again after a pause, and as soon as the service is back.
 */
export function openStream<Event>(path: string, { onLive, onEvent }: StreamEvents<Event>): () => void {
  let source: EventSource;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let pause = BACKOFF_MS.first;

  function open(): void {
    clearTimeout(timer);
    source = new EventSource(address(path));
    source.onopen = () => {
      pause = BACKOFF_MS.first;
      onLive(true);
    };
    source.onerror = () => {
      onLive(false);
      if (source.readyState !== EventSource.CLOSED) return;
      timer = setTimeout(open, pause);
      pause = Math.min(2 * pause, BACKOFF_MS.longest);
    };
    source.onmessage = (event) => onEvent(JSON.parse(event.data) as Event);
  }
  function openIfClosed(): void {
    const isBack = !ended.get() && document.visibilityState === "visible";
    if (isBack && source.readyState === EventSource.CLOSED) open();
  }

  open();
  const forget = ended.subscribe(openIfClosed);
  document.addEventListener("visibilitychange", openIfClosed);
  return () => {
    forget();
    document.removeEventListener("visibilitychange", openIfClosed);
    clearTimeout(timer);
    source.close();
  };
}
