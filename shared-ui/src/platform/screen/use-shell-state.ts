import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import type { LiveStatus, TopicView } from '../live/live-client';
import type { SessionView } from '../shell-contract';
import { useShell } from './shell-context';

const MINUTE = 60_000;
const nothing: TopicView = { status: 'connecting', collections: new Map() };

/** Who uses the app; draws anew when that changes. */
export const useSession = (): SessionView => {
  const { session } = useShell();
  return useSyncExternalStore(session.subscribe, session.get);
};

/** Start of the present minute by the server's clock; draws anew at each full minute. */
export const useNow = (): number => {
  const { clock } = useShell();
  return useSyncExternalStore(clock.onMinute, () => Math.floor(clock.now() / MINUTE) * MINUTE);
};

/** Whether live data flow. */
export const useLiveStatus = (): LiveStatus => {
  const { live } = useShell();
  return useSyncExternalStore(live.onStatus, live.status);
};

/** A live topic while the component is there; null follows none. */
export const useTopic = (topic: string | null): TopicView => {
  const { live } = useShell();
  const [held, setHeld] = useState<{ readonly topic: string; readonly view: TopicView } | null>(null);
  useEffect(() => (topic === null ? undefined : live.subscribe(topic, (view) => setHeld({ topic, view }))), [live, topic]);
  return held !== null && held.topic === topic ? held.view : nothing;
};

/** Asks again by itself once the connection is back: for error states of queries. */
export const useRetryWhenBack = (hasFailed: boolean, retry: () => void): void => {
  const status = useLiveStatus();
  const [failedWhile, setFailedWhile] = useState<LiveStatus | null>(null);
  if (hasFailed && failedWhile === null) setFailedWhile(status);
  if (!hasFailed && failedWhile !== null) setFailedWhile(null);
  const isBack = failedWhile !== null && failedWhile !== 'online' && status === 'online';
  const retryNow = useEffectEvent(retry);
  useEffect(() => {
    if (isBack) retryNow();
  }, [isBack]);
};
