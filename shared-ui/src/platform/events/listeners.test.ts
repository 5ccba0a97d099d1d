import { createListeners } from './listeners';

it('calls every listener in the order of registration', () => {
  const listenerCalls: string[] = [];
  const listeners = createListeners<[string]>();
  listeners.add((emittedWord) => listenerCalls.push(`a ${emittedWord}`));
  listeners.add((word) => listenerCalls.push(`b ${word}`));
  listeners.emit('now');
  expect(listenerCalls).toEqual(['a now', 'b now']);
});

it('calls a function twice that is registered twice, and once after one removal', () => {
  const listenerMock = jest.fn();
  const listeners = createListeners();
  const removeListener = listeners.add(listenerMock);
  listeners.add(listenerMock);
  listeners.emit();
  expect(listenerMock).toHaveBeenCalledTimes(2);
  removeListener();
  removeListener();
  listeners.emit();
  expect(listenerMock).toHaveBeenCalledTimes(3);
});

it('keeps the listeners of an event that is being emitted', () => {
  const laterListenerMock = jest.fn();
  const listeners = createListeners();
  listeners.add(() => void listeners.add(laterListenerMock));
  listeners.emit();
  expect(laterListenerMock).not.toHaveBeenCalled();
});

it('reports the first registration and the last removal', () => {
  const hookCalls: string[] = [];
  const listeners = createListeners({ onFirst: () => hookCalls.push('first'), onLast: () => hookCalls.push('last') });
  const removeFunctions = [listeners.add(() => undefined), listeners.add(() => undefined)];
  expect(listeners.isEmpty()).toBe(false);
  for (const removeListenerOfList of removeFunctions) removeListenerOfList();
  expect(listeners.isEmpty()).toBe(true);
  expect(hookCalls).toEqual(['first', 'last']);
});
