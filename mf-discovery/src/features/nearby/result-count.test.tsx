import { createManualTimers } from '@mahlzeit/shared-ui/testing';
import { act, render, screen } from '@testing-library/react';
import { ResultCount } from './result-count';

const renderResultCount = () => {
  const manualTimers = createManualTimers();
  const createResultCount = (queryText: string, resultText: string | null) => (
    <ResultCount query={queryText} text={resultText} timers={manualTimers} />
  );
  const { rerender } = render(createResultCount('alle', '14 Lokale'));
  return {
    change: (queryText: string, resultText: string | null) => rerender(createResultCount(queryText, resultText)),
    wait: (waitMs: number) => act(() => manualTimers.advance(waitMs)),
  };
};

it('does not announce the first list', () => {
  const { change, wait } = renderResultCount();
  change('alle', '15 Lokale');
  wait(5_000);
  expect(screen.getByRole('status')).toBeEmptyDOMElement();
});

it('announces the number of results after a change of the filters, once it is known', () => {
  const { change, wait } = renderResultCount();
  change('Suppe', null);
  wait(5_000);
  expect(screen.getByRole('status')).toBeEmptyDOMElement();
  change('Suppe', '3 Lokale');
  wait(1_000);
  expect(screen.getByRole('status')).toHaveTextContent('3 Lokale');
});

it('announces several quick changes together', () => {
  const { change, wait } = renderResultCount();
  change('Suppe', '3 Lokale');
  wait(500);
  change('Suppe, offen', '2 Lokale');
  wait(500);
  expect(screen.getByRole('status')).toBeEmptyDOMElement();
  wait(500);
  expect(screen.getByRole('status')).toHaveTextContent('2 Lokale');
});

it('announces the same number again for another query', () => {
  const { change, wait } = renderResultCount();
  change('Suppe', '3 Lokale');
  wait(1_000);
  const firstAnnouncement = screen.getByText('3 Lokale');
  change('Salat', '3 Lokale');
  wait(1_000);
  expect(screen.getByText('3 Lokale')).not.toBe(firstAnnouncement);
});
