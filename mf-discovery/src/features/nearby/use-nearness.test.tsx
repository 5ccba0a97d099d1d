import { act, render, screen } from '@testing-library/react';
import type { ComponentProps } from 'react';
import { useRef } from 'react';
import { installBrowserDoubles } from '../../testing/browser-doubles';
import { useCardNearness } from './use-nearness';

const CardProbe = (cardPosition: Parameters<typeof useCardNearness>[1]) => {
  const cardRef = useRef<HTMLElement>(null);
  const { isDrawn, isInView } = useCardNearness(cardRef, cardPosition);
  return (
    <article ref={cardRef}>
      {isDrawn ? 'drawn' : 'outlined'}
      {isInView && ', in view'}
    </article>
  );
};

const renderCardProbe = (overrides: Partial<ComponentProps<typeof CardProbe>> = {}) => {
  const { setOnScreen } = installBrowserDoubles();
  const createCard = (positionOverrides: typeof overrides = {}) => (
    <CardProbe hasOwnScroll={false} isDrawnAtOnce={false} {...overrides} {...positionOverrides} />
  );
  const { rerender } = render(createCard());
  return {
    bring: (isNear: boolean) => act(async () => setOnScreen(isNear)),
    change: (positionOverrides: typeof overrides) => rerender(createCard(positionOverrides)),
    shown: () => screen.getByRole('article').textContent,
  };
};

it('draws a card near the window, and keeps it', async () => {
  const { bring, shown } = renderCardProbe();
  expect(shown()).toBe('outlined');
  await bring(false);
  expect(shown()).toBe('outlined');
  await bring(true);
  expect(shown()).toMatch(/^drawn/);
  await bring(true);
  expect(shown()).toBe('drawn, in view');
  await bring(false);
  expect(shown()).toBe('drawn');
});

it('draws urgent cards at once, and keeps them', () => {
  const { change, shown } = renderCardProbe({ isDrawnAtOnce: true });
  expect(shown()).toBe('drawn');
  change({ isDrawnAtOnce: false });
  expect(shown()).toBe('drawn');
});

it('draws all cards in a browser without IntersectionObserver', () => {
  installBrowserDoubles();
  Object.defineProperty(window, 'IntersectionObserver', { configurable: true, value: undefined });
  render(<CardProbe hasOwnScroll={false} isDrawnAtOnce={false} />);
  expect(screen.getByRole('article')).toHaveTextContent(/^drawn$/);
});
