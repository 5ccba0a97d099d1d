import { act, renderHook } from '@testing-library/react';
import { useCountdown } from './use-countdown';

describe('a countdown', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => {
    jest.restoreAllMocks();
    jest.useRealTimers();
  });

  it('counts full seconds down to nothing', () => {
    const { result } = renderHook(useCountdown);
    expect(result.current.leftMs).toBe(0);
    act(() => result.current.begin(2_500));
    expect(result.current.leftMs).toBe(3_000);
    act(() => jest.advanceTimersByTime(1_000));
    expect(result.current.leftMs).toBe(2_000);
    act(() => jest.advanceTimersByTime(2_000));
    expect(result.current.leftMs).toBe(0);
    expect(jest.getTimerCount()).toBe(0);
  });

  it('is right after a sleep, in which timers stood still and the clock went on', () => {
    const { result } = renderHook(useCountdown);
    act(() => result.current.begin(30_000));
    const wakeUp = performance.now() + 25_000;
    jest.spyOn(performance, 'now').mockImplementation(() => wakeUp);
    act(() => jest.advanceTimersByTime(1_000));
    expect(result.current.leftMs).toBe(5_000);
  });
});
