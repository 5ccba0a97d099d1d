import { createListeners } from './listeners';

it('calls every listener in the order of registration', () => {
  const calls: string[] = [];
  const listeners = createListeners<[string]>();
  listeners.add((word) => calls.push(`a ${word}`));
  listeners.add((word) => calls.push(`b ${word}`));
  listeners.emit('now');
  expect(calls).toEqual(['a now', 'b now']);
});

it('calls a function twice that is registered twice, and once after one removal', () => {
  const listener = jest.fn();
  const listeners = createListeners();
  const stop = listeners.add(listener);
  listeners.add(listener);
  listeners.emit();
  expect(listener).toHaveBeenCalledTimes(2);
  stop();
  stop();
  listeners.emit();
  expect(listener).toHaveBeenCalledTimes(3);
});

it('keeps the listeners of an event that is being emitted', () => {
  const laterListener = jest.fn();
  const listeners = createListeners();
  listeners.add(() => void listeners.add(laterListener));
  listeners.emit();
  expect(laterListener).not.toHaveBeenCalled();
});

it('reports the first registration and the last removal', () => {
  const steps: string[] = [];
  const listeners = createListeners({ onFirst: () => steps.push('first'), onLast: () => steps.push('last') });
  const stops = [listeners.add(() => undefined), listeners.add(() => undefined)];
  expect(listeners.isEmpty()).toBe(false);
  for (const stop of stops) stop();
  expect(listeners.isEmpty()).toBe(true);
  expect(steps).toEqual(['first', 'last']);
});
