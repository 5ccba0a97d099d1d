import { browserElapsed, firstBrowserTime } from './browser-time';

describe('the first time of a page', () => {
  it('is the one its HTML carries, from when the answer arrived', () => {
    const page = document.createElement('html');
    page.dataset.now = '1782293400000';
    expect(firstBrowserTime(page, () => 120)).toEqual({ now: 1_782_293_400_000, at: 120 });
  });

  it.each([undefined, 'soon'])('is the device\'s where the HTML says %s', (now) => {
    const page = document.createElement('html');
    if (now !== undefined) page.dataset.now = now;
    const first = firstBrowserTime(page);
    expect(Math.abs(first.now - Date.now())).toBeLessThan(1_000);
    expect(Math.abs(first.at - browserElapsed())).toBeLessThan(1_000);
  });
});
