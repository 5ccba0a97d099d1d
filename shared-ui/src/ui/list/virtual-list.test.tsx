import { render, screen, within } from '@testing-library/react';
import { act, createRef } from 'react';
import { Row } from '../rows';
import { VirtualList } from './virtual-list';
import type { VirtualListHandle } from './virtual-list';

const ROW = 61;
const VIEW = 610;

const people = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ key: `p${index}`, name: `Person ${index}` }));

// jsdom computes no layout, so the tests mock the heights.
beforeEach(() => {
  jest.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(ROW);
  jest.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(VIEW);
  jest.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockReturnValue(2_000 * ROW);
});
afterEach(() => {
  jest.restoreAllMocks();
  jest.clearAllMocks();
});

const listOf = (count: number) => (
  <div data-testid="scroller" style={{ overflowY: 'auto', height: VIEW }}>
    <VirtualList items={people(count)}>{({ name }) => <Row title={name} href={`#${name}`} />}</VirtualList>
  </div>
);

const renderPart = (count: number) => render(listOf(count));

const drawnItems = (): HTMLElement[] => within(screen.getByRole('list')).getAllByRole('listitem');

const scrollTo = (top: number): void => {
  const scroller = screen.getByTestId('scroller');
  scroller.scrollTop = top;
  act(() => void scroller.dispatchEvent(new Event('scroll')));
};

it('renders a short list completely, for the browser’s own search', () => {
  renderPart(100);
  expect(drawnItems()).toHaveLength(100);
  expect(drawnItems()[0]).not.toHaveAttribute('aria-setsize');
});

it('renders only the visible rows of a long list and a few more, with each row’s index', () => {
  renderPart(2_000);
  expect(drawnItems().length).toBeLessThan(40);
  expect(drawnItems()[3]).toHaveAttribute('aria-posinset', '4');
  expect(drawnItems()[3]).toHaveAttribute('aria-setsize', '2000');
  expect(screen.getByRole('list')).toHaveStyle({ height: `${2_000 * ROW}px` });
});

it('renders all rows without a scroller', () => {
  render(<VirtualList items={people(150)}>{({ name }) => <Row title={name} />}</VirtualList>);
  expect(drawnItems()).toHaveLength(150);
});

it('renders other rows after a scroll', () => {
  renderPart(2_000);
  scrollTo(1_000 * ROW);
  expect(screen.getByRole('link', { name: 'Person 1003' })).toBeInTheDocument();
  expect(screen.queryByRole('link', { name: 'Person 3' })).not.toBeInTheDocument();
});

it('renders no visible row again', () => {
  const draw = jest.fn(({ name }: { readonly name: string }) => <Row title={name} />);
  render(
    <div data-testid="scroller" style={{ overflowY: 'auto', height: VIEW }}>
      <VirtualList items={people(2_000)}>{draw}</VirtualList>
    </div>,
  );
  const textsBefore = new Set(drawnItems().map(({ textContent }) => textContent));
  draw.mockClear();
  scrollTo(5 * ROW);
  const after = draw.mock.calls.map(([{ name }]) => name);
  expect(after).toContain('Person 24');
  expect(after.filter((name) => textsBefore.has(name))).toEqual([]);
});

it('keeps the focused row, wherever it is scrolled', () => {
  renderPart(2_000);
  act(() => screen.getByRole('link', { name: 'Person 3' }).focus());
  scrollTo(1_000 * ROW);
  expect(screen.getByRole('link', { name: 'Person 3' })).toHaveFocus();
  expect(drawnItems()[0]).toHaveAttribute('aria-posinset', '4');
  act(() => screen.getByRole('link', { name: 'Person 1003' }).focus());
  expect(screen.queryByRole('link', { name: 'Person 3' })).not.toBeInTheDocument();
});

it('keeps rows and focus when it grows past a hundred, and when it shrinks again', () => {
  const { rerender } = renderPart(100);
  const rows = drawnItems().slice(0, 10);
  act(() => screen.getByRole('link', { name: 'Person 80' }).focus());
  const focused = document.activeElement;
  for (const count of [101, 100]) {
    rerender(listOf(count));
    expect(document.activeElement).toBe(focused);
    expect(drawnItems().slice(0, 10)).toEqual(rows);
  }
  expect(drawnItems()).toHaveLength(100);
});

describe('from its end', () => {
  interface Message {
    readonly key: string;
    readonly height: number;
  }

  const messages = (firstIndex: number, to: number): Message[] =>
    Array.from({ length: to - firstIndex }, (_, index) => ({
      key: `m${firstIndex + index}`,
      height: 40 + ((firstIndex + index) % 4) * 30,
    }));

  // Mocks heights per row, and a scroller that limits its position like a browser.
  beforeEach(() => {
    jest.useFakeTimers();
    jest.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockImplementation(function heightOf(this: HTMLElement) {
      return Number(this.dataset['key'] === undefined ? VIEW : 40 + (Number(this.dataset['key'].slice(1)) % 4) * 30);
    });
    jest
      .spyOn(HTMLElement.prototype, 'scrollHeight', 'get')
      .mockImplementation(() => parseFloat(screen.getByRole('list').style.height));
    Object.defineProperty(HTMLElement.prototype, 'scrollTo', {
      configurable: true,
      value(this: HTMLElement, { top }: { readonly top: number }) {
        this.scrollTop = Math.min(Math.max(top, 0), this.scrollHeight - this.clientHeight);
      },
    });
  });
  afterEach(() => {
    jest.useRealTimers();
    Reflect.deleteProperty(HTMLElement.prototype, 'scrollTo');
  });

  const onAtEnd = jest.fn();
  const onNearStart = jest.fn();
  const list = createRef<VirtualListHandle>();
  const chatOf = (items: readonly Message[]) => (
    <div data-testid="scroller" style={{ overflowY: 'auto', height: VIEW }}>
      <VirtualList
        items={items}
        anchor="end"
        look="plain"
        estimatedHeight={70}
        ref={list}
        onAtEnd={onAtEnd}
        onNearStart={onNearStart}
      >
        {({ key }) => <Row title={key} />}
      </VirtualList>
    </div>
  );
  const chat = (firstIndex: number, to: number) => chatOf(messages(firstIndex, to));

  const lowest = (): number => screen.getByTestId('scroller').scrollHeight - VIEW;
  const scrolledTo = (): number => screen.getByTestId('scroller').scrollTop;

  /** Returns the distance of a row from the upper edge of the scroller. */
  const seenAt = (key: string): number => {
    const row = screen.getByText(key).closest('li');
    return parseFloat(row?.style.top ?? '') - scrolledTo();
  };

  /** Runs the frames after a scroll or a render, and waits until scrolling counts as finished. */
  const settleLayout = (): void => {
    for (let frame = 0; frame < 8; frame += 1) {
      act(() => {
        jest.advanceTimersToNextFrame();
        screen.getByTestId('scroller').dispatchEvent(new Event('scroll'));
      });
    }
    act(() => void jest.advanceTimersByTime(200));
  };

  it('starts there, and reports it', () => {
    render(chat(0, 300));
    settleLayout();
    expect(scrolledTo()).toBe(lowest());
    expect(seenAt('m299') + 40 + (299 % 4) * 30).toBe(VIEW);
    expect(onAtEnd).toHaveBeenLastCalledWith(true);
    expect(onNearStart).not.toHaveBeenCalled();
  });

  it('adds older rows above without moving a line, however high they are', () => {
    const { rerender } = render(chat(100, 300));
    settleLayout();
    scrollTo(1_000);
    settleLayout();
    const first =
      within(screen.getByRole('list'))
        .getAllByText(/^m/)
        .map(({ textContent }) => textContent)
        .find((key) => seenAt(key) >= 0) ?? '';
    const scrollBefore = seenAt(first);
    rerender(chat(50, 300));
    expect(seenAt(first)).toBe(scrollBefore);
    settleLayout();
    expect(seenAt(first)).toBe(scrollBefore);
  });

  it('follows new rows at its end, and keeps the reader’s position anywhere else', () => {
    const { rerender } = render(chat(0, 300));
    settleLayout();
    rerender(chat(0, 302));
    settleLayout();
    expect(scrolledTo()).toBe(lowest());
    scrollTo(lowest() - 500);
    settleLayout();
    expect(onAtEnd).toHaveBeenLastCalledWith(false);
    const scrollBefore = scrolledTo();
    rerender(chat(0, 303));
    settleLayout();
    expect(scrolledTo()).toBe(scrollBefore);
    act(() => list.current?.scrollToEnd());
    settleLayout();
    expect(scrolledTo()).toBe(lowest());
    expect(onAtEnd).toHaveBeenLastCalledWith(true);
  });

  it('estimates a new row as high as the one above until it is measured', () => {
    const { rerender } = render(chat(0, 300));
    settleLayout();
    const heightBefore = screen.getByRole('list').style.height;
    // The virtualizer doesn't measure new rows immediately during scrolling.
    scrollTo(lowest() - 1);
    rerender(chat(0, 301));
    expect(parseFloat(screen.getByRole('list').style.height)).toBe(parseFloat(heightBefore) + 40 + (299 % 4) * 30);
  });

  it('keeps the height of a row that was as high as the one above', () => {
    const [measuredMessages, asHigh, andAgain] = [messages(0, 297), messages(300, 301), messages(304, 305)];
    const { rerender } = render(chatOf(measuredMessages));
    settleLayout();
    const heightBefore = parseFloat(screen.getByRole('list').style.height);
    for (const items of [
      [...measuredMessages, ...asHigh],
      [...measuredMessages, ...asHigh, ...andAgain],
    ]) {
      rerender(chatOf(items));
      settleLayout();
    }
    expect(parseFloat(screen.getByRole('list').style.height)).toBe(heightBefore + 80);
  });

  it('reports once for each first row that the reader is near', () => {
    const { rerender } = render(chat(100, 300));
    settleLayout();
    scrollTo(VIEW - 10);
    settleLayout();
    scrollTo(50);
    settleLayout();
    expect(onNearStart).toHaveBeenCalledTimes(1);
    rerender(chat(95, 300));
    settleLayout();
    expect(onNearStart).toHaveBeenCalledTimes(2);
  });
});
