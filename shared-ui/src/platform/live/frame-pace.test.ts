/** @page */
import { createFramePace } from './frame-pace';

const openPace = () => {
  const handedOn: string[] = [];
  return { handedOn, pace: createFramePace((text) => handedOn.push(text)) };
};

const hidePage = (isHidden: boolean) => jest.spyOn(document, 'hidden', 'get').mockReturnValue(isHidden);

/** Advances jest's clock to the next frame and runs the timers after it. */
const paint = (): void => {
  jest.advanceTimersToNextFrame();
  jest.advanceTimersByTime(1);
};

describe('texts of a socket', () => {
  beforeEach(() => {
    jest.useFakeTimers();
    hidePage(false);
  });
  afterEach(() => {
    jest.useRealTimers();
    jest.restoreAllMocks();
  });

  it('forward the first one immediately, and all others before the next paint together after it', () => {
    const { handedOn, pace } = openPace();
    for (const text of ['a', 'b', 'c']) pace.take(text);
    expect(handedOn).toEqual(['a']);
    paint();
    expect(handedOn).toEqual(['a', 'b', 'c']);
    pace.take('d');
    expect(handedOn).toEqual(['a', 'b', 'c']);
    paint();
    expect(handedOn).toEqual(['a', 'b', 'c', 'd']);
    paint();
    pace.take('e');
    expect(handedOn).toEqual(['a', 'b', 'c', 'd', 'e']);
  });

  it("don't wait for a paint that never happens", () => {
    const { handedOn, pace } = openPace();
    jest.spyOn(window, 'requestAnimationFrame').mockReturnValue(1);
    for (const text of ['a', 'b']) pace.take(text);
    jest.advanceTimersByTime(99);
    expect(handedOn).toEqual(['a']);
    jest.advanceTimersByTime(1);
    expect(handedOn).toEqual(['a', 'b']);
  });

  it('are forwarded immediately and in order while the page is hidden', () => {
    const { handedOn, pace } = openPace();
    for (const text of ['a', 'b']) pace.take(text);
    hidePage(true);
    for (const text of ['c', 'd']) pace.take(text);
    expect(handedOn).toEqual(['a', 'b', 'c', 'd']);
  });

  it('are forwarded before the end of their socket, and not after it was dropped', () => {
    const { handedOn, pace } = openPace();
    for (const text of ['a', 'b']) pace.take(text);
    pace.flush();
    expect(handedOn).toEqual(['a', 'b']);
    for (const text of ['c', 'd']) pace.take(text);
    pace.stop();
    paint();
    expect(handedOn).toEqual(['a', 'b', 'c']);
  });

  it('are forwarded in order when one causes another', () => {
    const handedOn: string[] = [];
    const pace = createFramePace((text) => {
      handedOn.push(text);
      if (text === 'a') pace.take('c');
    });
    for (const text of ['a', 'b']) pace.take(text);
    paint();
    expect(handedOn).toEqual(['a', 'c', 'b']);
  });
});
