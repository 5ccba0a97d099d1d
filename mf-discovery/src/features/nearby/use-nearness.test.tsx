import { act, render, screen } from '@testing-library/react';
import type { ComponentProps } from 'react';
import { useRef } from 'react';
import { installBrowserDoubles } from '../../testing/browser-doubles';
import { useNearness } from './use-nearness';

const Card = (position: Parameters<typeof useNearness>[1]) => {
  const ref = useRef<HTMLElement>(null);
  const { isDrawn, isInView } = useNearness(ref, position);
  return (
    <article ref={ref}>
      {isDrawn ? 'drawn' : 'outlined'}
      {isInView && ', in view'}
    </article>
  );
};

const renderPart = (overrides: Partial<ComponentProps<typeof Card>> = {}) => {
  const { setOnScreen } = installBrowserDoubles();
  const card = (positionOverrides: typeof overrides = {}) => (
    <Card hasOwnScroll={false} isDrawnAtOnce={false} {...overrides} {...positionOverrides} />
  );
  const { rerender } = render(card());
  return {
    bring: (isNear: boolean) => act(async () => setOnScreen(isNear)),
    change: (positionOverrides: typeof overrides) => rerender(card(positionOverrides)),
    shown: () => screen.getByRole('article').textContent,
  };
};

it('draws a card near the window, and keeps it', async () => {
  const { bring, shown } = renderPart();
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
  const { change, shown } = renderPart({ isDrawnAtOnce: true });
  expect(shown()).toBe('drawn');
  change({ isDrawnAtOnce: false });
  expect(shown()).toBe('drawn');
});

it('draws all cards in a browser without IntersectionObserver', () => {
  installBrowserDoubles();
  Object.defineProperty(window, 'IntersectionObserver', { configurable: true, value: undefined });
  render(<Card hasOwnScroll={false} isDrawnAtOnce={false} />);
  expect(screen.getByRole('article')).toHaveTextContent(/^drawn$/);
});
