import { createManualTimers } from '@mahlzeit/shared-ui/testing';
import { act, render, screen } from '@testing-library/react';
import { ResultCount } from './result-count';

const show = () => {
  const timers = createManualTimers();
  const said = (query: string, text: string | null) => <ResultCount query={query} text={text} timers={timers} />;
  const { rerender } = render(said('alle', '14 Lokale'));
  return {
    change: (query: string, text: string | null) => rerender(said(query, text)),
    wait: (ms: number) => act(() => timers.advance(ms)),
  };
};

it('says nothing of the list that one starts with', () => {
  const { change, wait } = show();
  change('alle', '15 Lokale');
  wait(5_000);
  expect(screen.getByRole('status')).toBeEmptyDOMElement();
});

it('says what a change of filters has left, once it is there', () => {
  const { change, wait } = show();
  change('Suppe', null);
  wait(5_000);
  expect(screen.getByRole('status')).toBeEmptyDOMElement();
  change('Suppe', '3 Lokale');
  wait(1_000);
  expect(screen.getByRole('status')).toHaveTextContent('3 Lokale');
});

it('takes several changes in a row for one', () => {
  const { change, wait } = show();
  change('Suppe', '3 Lokale');
  wait(500);
  change('Suppe, offen', '2 Lokale');
  wait(500);
  expect(screen.getByRole('status')).toBeEmptyDOMElement();
  wait(500);
  expect(screen.getByRole('status')).toHaveTextContent('2 Lokale');
});

it('says the same number anew where another question has the same answer', () => {
  const { change, wait } = show();
  change('Suppe', '3 Lokale');
  wait(1_000);
  const before = screen.getByText('3 Lokale');
  change('Salat', '3 Lokale');
  wait(1_000);
  expect(screen.getByText('3 Lokale')).not.toBe(before);
});
