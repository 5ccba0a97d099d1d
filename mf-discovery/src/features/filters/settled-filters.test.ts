import { createManualTimers, fakeShell } from '@mahlzeit/shared-ui/testing';
import { allShown, lunchListToggled, textAdded } from './filter-slice';
import { createDebouncedFilters } from './settled-filters';

const start = () => {
  const { store } = fakeShell();
  const timers = createManualTimers();
  const filters = createDebouncedFilters(store, timers);
  const onChange = jest.fn();
  const stop = filters.subscribe(onChange);
  return { store, timers, filters, onChange, stop };
};

beforeEach(() => sessionStorage.clear());

it('follows a single change at once', () => {
  const { store, filters, onChange } = start();
  store.dispatch(allShown());
  expect(filters.read().showLunchList).toBe(false);
  expect(onChange).toHaveBeenCalledTimes(1);
});

it('follows several changes in a row once they are over', () => {
  const { store, timers, filters, onChange } = start();
  store.dispatch(allShown());
  timers.advance(400);
  store.dispatch(textAdded('Suppe'));
  timers.advance(700);
  store.dispatch(textAdded('Pizza'));
  timers.advance(799);
  expect(filters.read().texts).toEqual([]);
  timers.advance(1);
  expect(filters.read().texts).toEqual(['Suppe', 'Pizza']);
  expect(onChange).toHaveBeenCalledTimes(2);
});

it('says nothing where something else changed', () => {
  const { store, timers, onChange } = start();
  store.dispatch({ type: 'something/else' });
  timers.advance(1_000);
  expect(onChange).not.toHaveBeenCalled();
});

it('leaves no timer behind', () => {
  const { store, timers, stop } = start();
  store.dispatch(lunchListToggled());
  stop();
  expect(timers.pending()).toBe(0);
});
