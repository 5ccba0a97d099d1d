/** A point of the screen, px. */
export interface ScreenPoint {
  readonly x: number;
  readonly y: number;
}

/** Which way an arrow key leads, as a step on the screen. */
const STEPS: Readonly<Record<string, ScreenPoint>> = {
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
};

/** Whether a key leads from one marker to another. */
export const leadsOn = (key: string): boolean => Object.hasOwn(STEPS, key);

/** Index of the point that an arrow key leads to: the nearest that lies more that way than aside; null where there is none. */
export const nextByArrow = (key: string, from: ScreenPoint, points: readonly ScreenPoint[]): number | null => {
  const step = STEPS[key];
  if (step === undefined) return null;
  const distances = points.map(({ x, y }) => {
    const along = (x - from.x) * step.x + (y - from.y) * step.y;
    const aside = Math.abs((x - from.x) * step.y) + Math.abs((y - from.y) * step.x);
    return along > 0 && along >= aside ? along + aside : Infinity;
  });
  const nearest = Math.min(...distances);
  return nearest === Infinity ? null : distances.indexOf(nearest);
};
