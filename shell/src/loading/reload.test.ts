/** @page */
import { createReloadHolds } from './reload';

describe('holds', () => {
  it('is held until each hold has ended, and notifies then', () => {
    const holds = createReloadHolds();
    const released: string[] = [];
    const stop = holds.onRelease(() => void released.push('free'));
    const [endPayment, endDraft] = [holds.hold(), holds.hold()];
    expect(holds.isHeld()).toBe(true);
    endPayment();
    endPayment();
    expect(holds.isHeld()).toBe(true);
    expect(released).toEqual([]);
    endDraft();
    expect(holds.isHeld()).toBe(false);
    expect(released).toEqual(['free']);
    stop();
    holds.hold()();
    expect(released).toEqual(['free']);
  });
});
