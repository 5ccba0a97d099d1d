/** @page */
import { createReloadHolds } from './reload';

describe('holds', () => {
  it('is held until each hold has ended, and notifies then', () => {
    const holds = createReloadHolds();
    const releaseLog: string[] = [];
    const unsubscribe = holds.onRelease(() => void releaseLog.push('free'));
    const [releasePaymentHold, releaseDraftHold] = [holds.hold(), holds.hold()];
    expect(holds.isHeld()).toBe(true);
    releasePaymentHold();
    releasePaymentHold();
    expect(holds.isHeld()).toBe(true);
    expect(releaseLog).toEqual([]);
    releaseDraftHold();
    expect(holds.isHeld()).toBe(false);
    expect(releaseLog).toEqual(['free']);
    unsubscribe();
    holds.hold()();
    expect(releaseLog).toEqual(['free']);
  });
});
