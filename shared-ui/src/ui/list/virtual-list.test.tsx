import { render, screen, within } from '@testing-library/react';
import { act } from 'react';
import { Row } from '../rows';
import { VirtualList } from './virtual-list';

const ROW = 61;
const VIEW = 610;

const people = (count: number) => Array.from({ length: count }, (_, place) => ({ key: `p${place}`, name: `Person ${place}` }));

// The browser of the tests lays nothing out.
beforeEach(() => {
  jest.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(ROW);
  jest.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(VIEW);
  jest.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockReturnValue(2_000 * ROW);
});
afterEach(() => jest.restoreAllMocks());

const show = (count: number) => render(
  <div data-testid="scroller" style={{ overflowY: 'auto', height: VIEW }}>
    <VirtualList items={people(count)}>{({ name }) => <Row title={name} href={`#${name}`} />}</VirtualList>
  </div>,
);

const drawn = (): HTMLElement[] => within(screen.getByRole('list')).getAllByRole('listitem');

const scrollTo = (top: number): void => {
  const scroller = screen.getByTestId('scroller');
  scroller.scrollTop = top;
  act(() => void scroller.dispatchEvent(new Event('scroll')));
};

it('draws a short list whole, for the browser’s own search', () => {
  show(100);
  expect(drawn()).toHaveLength(100);
  expect(drawn()[0]).not.toHaveAttribute('aria-setsize');
});

it('draws of a long list only what is in sight and a little more, and tells each row’s place', () => {
  show(2_000);
  expect(drawn().length).toBeLessThan(40);
  expect(drawn()[3]).toHaveAttribute('aria-posinset', '4');
  expect(drawn()[3]).toHaveAttribute('aria-setsize', '2000');
  expect(screen.getByRole('list')).toHaveStyle({ height: `${2_000 * ROW}px` });
});

it('draws all where nothing scrolls it', () => {
  render(<VirtualList items={people(150)}>{({ name }) => <Row title={name} />}</VirtualList>);
  expect(drawn()).toHaveLength(150);
});

it('draws other rows once it is scrolled', () => {
  show(2_000);
  scrollTo(1_000 * ROW);
  expect(screen.getByRole('link', { name: 'Person 1003' })).toBeInTheDocument();
  expect(screen.queryByRole('link', { name: 'Person 3' })).not.toBeInTheDocument();
});

it('keeps the row that has the focus, wherever it is scrolled to', () => {
  show(2_000);
  act(() => screen.getByRole('link', { name: 'Person 3' }).focus());
  scrollTo(1_000 * ROW);
  expect(screen.getByRole('link', { name: 'Person 3' })).toHaveFocus();
  expect(drawn()[0]).toHaveAttribute('aria-posinset', '4');
  act(() => screen.getByRole('link', { name: 'Person 1003' }).focus());
  expect(screen.queryByRole('link', { name: 'Person 3' })).not.toBeInTheDocument();
});
