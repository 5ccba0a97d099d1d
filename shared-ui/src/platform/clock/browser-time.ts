import type { ClockReading } from './server-clock';

/** The browser's monotonic counter. */
export const browserElapsed = (): number => performance.now();

const answerArrivedAt = (): number => {
  const [navigation] = performance.getEntriesByType('navigation');
  return navigation !== undefined && 'responseStart' in navigation && typeof navigation.responseStart === 'number' ? navigation.responseStart : 0;
};

/** The time that the page's HTML carries in `data-now`; the device's own clock where there is none, as in the alone host. */
export const firstBrowserTime = ({ dataset }: HTMLElement, arrivedAt = answerArrivedAt): ClockReading => {
  const now = Number(dataset.now);
  return Number.isFinite(now) ? { now, at: arrivedAt() } : { now: Date.now(), at: performance.now() };
};
