import { aRestaurant } from '@mahlzeit/contract/fixtures';
import { fireEvent, render, screen } from '@testing-library/react';
import { StaticMap } from './static-map';

const map = () => screen.getByRole('img', { name: 'Karte: hier ist Elbkantine' });

it('shows where the place is, and leads to a maps service', () => {
  render(<StaticMap restaurant={aRestaurant()} />);
  expect(map()).toHaveAttribute('src', '/api/maps/static?latitude=53.5446&longitude=9.9512&zoom=15&size=600x300&scale=2&scheme=light');
  expect(map().parentElement?.querySelector('source[media*=dark]')).toHaveAttribute('srcset', expect.stringContaining('&scheme=dark'));
  expect(screen.getByRole('link', { name: 'Karte: hier ist Elbkantine' })).toHaveAttribute('href', expect.stringContaining('maps?q=53.5446%2C9.9512'));
});

it('leaves no empty frame where the picture can not be had', () => {
  const { container } = render(<StaticMap restaurant={aRestaurant()} />);
  fireEvent.error(map());
  expect(container).toBeEmptyDOMElement();
});
