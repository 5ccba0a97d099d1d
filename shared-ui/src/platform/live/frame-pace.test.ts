/** @page */
import { createFramePacer } from './frame-pace';

const openFramePace = () => {
  const forwardedTexts: string[] = [];
  return { handedOn: forwardedTexts, pace: createFramePacer((frameText) => forwardedTexts.push(frameText)) };
};

const mockPageHidden = (isHidden: boolean) => jest.spyOn(document, 'hidden', 'get').mockReturnValue(isHidden);

/** Advances jest's clock to the next animation frame and runs the timers after it. */
const runAnimationFrame = (): void => {
  jest.advanceTimersToNextFrame();
  jest.advanceTimersByTime(1);
};

describe('texts of a socket', () => {
  beforeEach(() => {
    jest.useFakeTimers();
    mockPageHidden(false);
  });
  afterEach(() => {
    jest.useRealTimers();
    jest.restoreAllMocks();
  });

  it('forward the first one immediately, and all others before the next paint together after it', () => {
    const { handedOn, pace } = openFramePace();
    for (const frameText of ['a', 'b', 'c']) pace.push(frameText);
    expect(handedOn).toEqual(['a']);
    runAnimationFrame();
    expect(handedOn).toEqual(['a', 'b', 'c']);
    pace.push('d');
    expect(handedOn).toEqual(['a', 'b', 'c']);
    runAnimationFrame();
    expect(handedOn).toEqual(['a', 'b', 'c', 'd']);
    runAnimationFrame();
    pace.push('e');
    expect(handedOn).toEqual(['a', 'b', 'c', 'd', 'e']);
  });

  it("don't wait for a paint that never happens", () => {
    const { handedOn, pace } = openFramePace();
    jest.spyOn(window, 'requestAnimationFrame').mockReturnValue(1);
    for (const frameText of ['a', 'b']) pace.push(frameText);
    jest.advanceTimersByTime(99);
    expect(handedOn).toEqual(['a']);
    jest.advanceTimersByTime(1);
    expect(handedOn).toEqual(['a', 'b']);
  });

  it('are forwarded immediately and in order while the page is hidden', () => {
    const { handedOn, pace } = openFramePace();
    for (const frameText of ['a', 'b']) pace.push(frameText);
    mockPageHidden(true);
    for (const frameText of ['c', 'd']) pace.push(frameText);
    expect(handedOn).toEqual(['a', 'b', 'c', 'd']);
  });

  it('are forwarded before the end of their socket, and not after it was dropped', () => {
    const { handedOn, pace } = openFramePace();
    for (const frameText of ['a', 'b']) pace.push(frameText);
    pace.flush();
    expect(handedOn).toEqual(['a', 'b']);
    for (const frameText of ['c', 'd']) pace.push(frameText);
    pace.stop();
    runAnimationFrame();
    expect(handedOn).toEqual(['a', 'b', 'c']);
  });

  it('are forwarded in order when one causes another', () => {
    const forwardedTexts: string[] = [];
    const framePace = createFramePacer((frameText) => {
      forwardedTexts.push(frameText);
      if (frameText === 'a') framePace.push('c');
    });
    for (const frameText of ['a', 'b']) framePace.push(frameText);
    runAnimationFrame();
    expect(forwardedTexts).toEqual(['a', 'c', 'b']);
  });
});
