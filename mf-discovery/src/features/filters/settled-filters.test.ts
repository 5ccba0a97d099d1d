import { createManualTimers, fakeShell } from '@mahlzeit/shared-ui/testing';
import { allShown, lunchListToggled, textAdded } from './filter-slice';
import { createSettledFilters } from './settled-filters';

const start = () => {
  const { store } = fakeShell();
  const timers = createManualTimers();
  const filters = createSettledFilters(store, timers);
  const heard = jest.fn();
  const stop = filters.subscribe(heard);
  return { store, timers, filters, heard, stop };
};

beforeEach(() => sessionStorage.clear());

it('follows a single change at once', () => {
  const { store, filters, heard } = start();
  store.dispatch(allShown());
  expect(filters.read().showLunchList).toBe(false);
  expect(heard).toHaveBeenCalledTimes(1);
});

it('follows several changes in a row once they are over', () => {
  const { store, timers, filters, heard } = start();
  store.dispatch(allShown());
  timers.advance(400);
  store.dispatch(textAdded('Suppe'));
  timers.advance(700);
  store.dispatch(textAdded('Pizza'));
  timers.advance(799);
  expect(filters.read().texts).toEqual([]);
  timers.advance(1);
  expect(filters.read().texts).toEqual(['Suppe', 'Pizza']);
  expect(heard).toHaveBeenCalledTimes(2);
});

it('says nothing where something else changed', () => {
  const { store, timers, heard } = start();
  store.dispatch({ type: 'something/else' });
  timers.advance(1_000);
  expect(heard).not.toHaveBeenCalled();
});

it('leaves no timer behind', () => {
  const { store, timers, stop } = start();
  store.dispatch(lunchListToggled());
  stop();
  expect(timers.pending()).toBe(0);
});
