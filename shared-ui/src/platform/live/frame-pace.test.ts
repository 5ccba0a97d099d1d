/** @page */
import { createFramePace } from './frame-pace';

const openFramePace = () => {
  const forwardedTexts: string[] = [];
  return { handedOn: forwardedTexts, pace: createFramePace((text) => forwardedTexts.push(text)) };
};

const setPageHidden = (isHidden: boolean) => jest.spyOn(document, 'hidden', 'get').mockReturnValue(isHidden);

/** Advances jest's clock to the next frame and runs the timers after it. */
const paintFrame = (): void => {
  jest.advanceTimersToNextFrame();
  jest.advanceTimersByTime(1);
};

describe('texts of a socket', () => {
  beforeEach(() => {
    jest.useFakeTimers();
    setPageHidden(false);
  });
  afterEach(() => {
    jest.useRealTimers();
    jest.restoreAllMocks();
  });

  it('forward the first one immediately, and all others before the next paint together after it', () => {
    const { handedOn, pace } = openFramePace();
    for (const text of ['a', 'b', 'c']) pace.push(text);
    expect(handedOn).toEqual(['a']);
    paintFrame();
    expect(handedOn).toEqual(['a', 'b', 'c']);
    pace.push('d');
    expect(handedOn).toEqual(['a', 'b', 'c']);
    paintFrame();
    expect(handedOn).toEqual(['a', 'b', 'c', 'd']);
    paintFrame();
    pace.push('e');
    expect(handedOn).toEqual(['a', 'b', 'c', 'd', 'e']);
  });

  it("don't wait for a paint that never happens", () => {
    const { handedOn, pace } = openFramePace();
    jest.spyOn(window, 'requestAnimationFrame').mockReturnValue(1);
    for (const text of ['a', 'b']) pace.push(text);
    jest.advanceTimersByTime(99);
    expect(handedOn).toEqual(['a']);
    jest.advanceTimersByTime(1);
    expect(handedOn).toEqual(['a', 'b']);
  });

  it('are forwarded immediately and in order while the page is hidden', () => {
    const { handedOn, pace } = openFramePace();
    for (const text of ['a', 'b']) pace.push(text);
    setPageHidden(true);
    for (const text of ['c', 'd']) pace.push(text);
    expect(handedOn).toEqual(['a', 'b', 'c', 'd']);
  });

  it('are forwarded before the end of their socket, and not after it was dropped', () => {
    const { handedOn, pace } = openFramePace();
    for (const text of ['a', 'b']) pace.push(text);
    pace.flush();
    expect(handedOn).toEqual(['a', 'b']);
    for (const text of ['c', 'd']) pace.push(text);
    pace.stop();
    paintFrame();
    expect(handedOn).toEqual(['a', 'b', 'c']);
  });

  it('are forwarded in order when one causes another', () => {
    const forwardedTexts: string[] = [];
    const pace = createFramePace((text) => {
      forwardedTexts.push(text);
      if (text === 'a') pace.push('c');
    });
    for (const text of ['a', 'b']) pace.push(text);
    paintFrame();
    expect(forwardedTexts).toEqual(['a', 'c', 'b']);
  });
});
