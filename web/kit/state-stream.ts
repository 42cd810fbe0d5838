import { basePath } from './page.ts';

/**
 * The minimum delay before reconnecting after the server has refused the connection, in milliseconds. The
 * maximum is twice as long.
 */
const retryAfter = 60_000;

/**
 * Follows a state of the server that is sent as server-sent events, and calls `onState` with each state. All
 * tabs of the browser that follow the same path share one connection: the tab that holds a lock opens the
 * connection and forwards each state to the other tabs. Returns a function that stops following.
 */
export function followState(
  path: string,
  known: string | undefined,
  onState: (state: string) => void,
): () => void {
  const stopping = new AbortController();
  const { signal } = stopping;
  const tabs = new BroadcastChannel(path);
  let latest = known;
  const learn = (state: string) => {
    latest = state;
    onState(state);
  };
  let isConnected = false;
  const connect = () => {
    isConnected = true;
    return connection(
      () => path + (latest === undefined ? '' : `?known=${encodeURIComponent(latest)}`),
      (state) => {
        learn(state);
        tabs.postMessage(state);
      },
      signal,
    );
  };
  tabs.onmessage = ({ data: state }: MessageEvent<string | null>) => {
    if (state !== null) learn(state);
    else if (isConnected && latest !== undefined) tabs.postMessage(latest);
  };
  // Asks the tab with the connection for the current state.
  tabs.postMessage(null);
  // Pages without HTTPS have no locks; there, each tab has a connection of its own.
  const { locks } = navigator as { locks?: LockManager };
  if (locks) locks.request(path, { signal }, connect).catch(() => undefined);
  else connect();
  return () => {
    stopping.abort();
    tabs.close();
  };
}

/** Keeps a connection open until the signal aborts. After a lost connection, the browser itself reconnects. */
function connection(address: () => string, onState: (state: string) => void, signal: AbortSignal) {
  return new Promise<void>((over) => {
    let source: EventSource;
    let timer: ReturnType<typeof setTimeout>;
    const open = () => {
      source = new EventSource(basePath.slice(0, -1) + address());
      source.onmessage = ({ data }) => onState(data);
      source.onerror = () => {
        if (source.readyState === EventSource.CLOSED)
          timer = setTimeout(open, retryAfter * (1 + Math.random()));
      };
    };
    open();
    signal.addEventListener('abort', () => {
      source.close();
      clearTimeout(timer);
      over();
    });
  });
}
