import { createReloadHolds } from './create-reload-holds';

it('is held until each hold has ended, and tells then', () => {
  const holds = createReloadHolds();
  const told: string[] = [];
  const stop = holds.onRelease(() => void told.push('free'));
  const [endPayment, endDraft] = [holds.hold(), holds.hold()];
  expect(holds.isHeld()).toBe(true);
  endPayment();
  endPayment();
  expect(holds.isHeld()).toBe(true);
  expect(told).toEqual([]);
  endDraft();
  expect(holds.isHeld()).toBe(false);
  expect(told).toEqual(['free']);
  stop();
  holds.hold()();
  expect(told).toEqual(['free']);
});
