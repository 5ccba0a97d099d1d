import { fireEvent, render, screen, within } from '@testing-library/react';
import { Clock } from 'lucide-react';
import type { ComponentProps } from 'react';
import { sceneFor } from './scene-recipes';
import { MetaItem, StatusLine } from './facts';
import { RestaurantCard } from './restaurant-card';

const renderCard = (overrides: Partial<ComponentProps<typeof RestaurantCard>> = {}) =>
  render(
    <RestaurantCard
      href="#details/pasta-sorella"
      name="Pasta Sorella"
      scene={sceneFor('Pasta Sorella')}
      metaItems={<MetaItem>Italienisch</MetaItem>}
      status={<StatusLine state="open" word="Geöffnet" rest="bis 14:30" />}
      dishes={[{ key: 'a', name: 'Lasagne al forno', price: '9,80 €' }]}
      dishesLabel="Heute mittags"
      note="Der Mittagstisch für morgen steht ab 9 Uhr hier."
      {...overrides}
    />,
  );

describe('a restaurant card', () => {
  it('is one link, named by the place', () => {
    renderCard();
    expect(screen.getAllByRole('link')).toHaveLength(1);
    expect(screen.getByRole('link', { name: 'Pasta Sorella' })).toHaveAttribute('href', '#details/pasta-sorella');
    expect(screen.getByRole('heading', { name: 'Pasta Sorella' })).toBeInTheDocument();
  });

  it('shows only its name while outlined, and keeps the focus once everything is rendered', () => {
    const { rerender } = render(<RestaurantCard href="#details/pasta-sorella" name="Pasta Sorella" scene={null} />);
    expect(screen.getByRole('article')).toHaveTextContent(/^Pasta Sorella$/);
    const cardLink = screen.getByRole('link', { name: 'Pasta Sorella' });
    cardLink.focus();
    rerender(
      <RestaurantCard
        href="#details/pasta-sorella"
        name="Pasta Sorella"
        scene={sceneFor('Pasta Sorella')}
        metaItems={<MetaItem>Italienisch</MetaItem>}
      />,
    );
    expect(screen.getByRole('article')).toHaveTextContent('Italienisch');
    expect(cardLink).toHaveFocus();
  });

  it('lists the dishes, and the note only without dishes', () => {
    const { unmount } = renderCard();
    expect(within(screen.getByRole('list', { name: 'Heute mittags' })).getByText('9,80 €')).toBeInTheDocument();
    expect(screen.queryByText(/steht ab 9 Uhr/)).not.toBeInTheDocument();
    unmount();
    renderCard({ dishes: [] });
    expect(screen.getByText(/steht ab 9 Uhr/)).toBeInTheDocument();
    expect(screen.queryByRole('list')).not.toBeInTheDocument();
  });

  it('labels a paid place, above its name', () => {
    renderCard({ isAd: true });
    expect(screen.getByText('Anzeige').compareDocumentPosition(screen.getByRole('heading'))).toBe(
      Node.DOCUMENT_POSITION_FOLLOWING,
    );
  });

  it('shows the alternative to lunch before the dishes', () => {
    renderCard({ replacement: { icon: Clock, text: 'Jetzt Kuchen, bis 18:00' } });
    expect(screen.getByText('Jetzt Kuchen, bis 18:00').compareDocumentPosition(screen.getByRole('list'))).toBe(
      Node.DOCUMENT_POSITION_FOLLOWING,
    );
  });

  it('renders a plate without a photograph', () => {
    const { container } = renderCard();
    expect(container.querySelector('img')).toBeNull();
    expect(container.querySelectorAll('svg use')).toHaveLength(1);
  });

  it.each([
    ['first of a page at once', true, ['eager', 'high']],
    ['others when they come near', false, ['lazy', 'auto']],
  ])('asks for the pictures of the %s', (_caseName, isPhotoUrgent, expectedAttributes) => {
    const picture = renderCard({ photoUrl: '/a.jpg', isPhotoUrgent }).container.querySelector('img');
    expect([picture?.getAttribute('loading'), picture?.getAttribute('fetchpriority')]).toEqual(expectedAttributes);
  });

  it('shows the table when its picture fails', () => {
    const { container } = renderCard({ photoUrl: '/gone.jpg' });
    const picture = container.querySelector('img');
    expect(picture).not.toBeNull();
    if (picture !== null) fireEvent.error(picture);
    expect(container.querySelector('img')).toBeNull();
    expect(container.querySelector('svg use')).not.toBeNull();
  });
});
