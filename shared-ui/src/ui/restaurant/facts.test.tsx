import { render, screen } from '@testing-library/react';
import { DishLine, DishList } from './dishes';
import { MetaItem, MetaLine, PriceLevel, StatusLine, TravelTime } from './facts';

describe('a dish line', () => {
  it('names the old and the new price', () => {
    render(
      <DishList aria-label="Heute mittags">
        <DishLine name="Kartoffelsuppe" price="6,32 €" oldPrice="7,90 €" />
      </DishList>,
    );
    expect(screen.getByRole('list', { name: 'Heute mittags' })).toBeInTheDocument();
    expect(screen.getByRole('listitem')).toHaveTextContent('Kartoffelsuppestatt 7,90 € jetzt 6,32 €');
  });

  it('names the unit of a price', () => {
    render(
      <ul>
        <DishLine name="Rinderragout" price="ab 2,60 €" unit="je 100 g" />
      </ul>,
    );
    expect(screen.getByRole('listitem')).toHaveTextContent('Rinderragoutab 2,60 € je 100 g');
  });

  it('shows no price without one from the place', () => {
    render(
      <ul>
        <DishLine name="Tagessuppe" />
      </ul>,
    );
    expect(screen.getByRole('listitem')).toHaveTextContent(/^Tagessuppe$/);
  });
});

describe('a meta line', () => {
  it('has words for signs', () => {
    render(
      <MetaLine>
        <MetaItem>Badisch</MetaItem>
        <PriceLevel level={2} />
        <TravelTime mode="walk" text="5 Min." />
        <TravelTime mode="bike" text="3 Min." />
      </MetaLine>,
    );
    expect(screen.getByText('Preisklasse 2 von 3')).toBeInTheDocument();
    expect(screen.getByText('zu Fuß')).toBeInTheDocument();
    expect(screen.getByText('mit dem Rad')).toBeInTheDocument();
  });
});

describe('a status line', () => {
  it.each([
    [59, 1],
    [31, 1],
    [12, 0],
  ])('draws the minutes left of the last hour as a pie: %i', (minutesLeft, largeArcFlag) => {
    const { container } = render(
      <StatusLine state="closingSoon" word={`Schließt in ${minutesLeft} Min.`} minutesLeft={minutesLeft} />,
    );
    expect(container.querySelector('path')?.getAttribute('d')).toContain(`A4 4 0 ${largeArcFlag} 1`);
  });

  it('names the state in words', () => {
    render(<StatusLine state="open" word="Geöffnet" rest="bis 17:00" />);
    expect(screen.getByText(/Geöffnet/)).toHaveTextContent('Geöffnet bis 17:00');
  });
});
