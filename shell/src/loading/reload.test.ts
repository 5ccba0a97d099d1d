/** @page */
import { createReloadHolds } from './reload';

describe('holds', () => {
  it('is held until each hold has ended, and notifies then', () => {
    const reloadHolds = createReloadHolds();
    const releaseLog: string[] = [];
    const unsubscribe = reloadHolds.onRelease(() => void releaseLog.push('free'));
    const [releasePaymentHold, releaseDraftHold] = [reloadHolds.hold(), reloadHolds.hold()];
    expect(reloadHolds.isHeld()).toBe(true);
    releasePaymentHold();
    releasePaymentHold();
    expect(reloadHolds.isHeld()).toBe(true);
    expect(releaseLog).toEqual([]);
    releaseDraftHold();
    expect(reloadHolds.isHeld()).toBe(false);
    expect(releaseLog).toEqual(['free']);
    unsubscribe();
    reloadHolds.hold()();
    expect(releaseLog).toEqual(['free']);
  });
});
