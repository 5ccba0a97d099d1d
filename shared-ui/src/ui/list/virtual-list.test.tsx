import { render, screen, within } from '@testing-library/react';
import { act, createRef } from 'react';
import { Row } from '../rows';
import { VirtualList } from './virtual-list';
import type { VirtualListHandle } from './virtual-list';

const ROW_HEIGHT_PX = 61;
const VIEWPORT_HEIGHT_PX = 610;

const peopleOf = (personCount: number) =>
  Array.from({ length: personCount }, (_, index) => ({ key: `p${index}`, name: `Person ${index}` }));

// jsdom computes no layout, so the tests mock the heights.
beforeEach(() => {
  jest.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(ROW_HEIGHT_PX);
  jest.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(VIEWPORT_HEIGHT_PX);
  jest.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockReturnValue(2_000 * ROW_HEIGHT_PX);
});
afterEach(() => {
  jest.restoreAllMocks();
  jest.clearAllMocks();
});

const personListOf = (personCount: number) => (
  <div data-testid="scroller" style={{ overflowY: 'auto', height: VIEWPORT_HEIGHT_PX }}>
    <VirtualList items={peopleOf(personCount)}>{({ name }) => <Row title={name} href={`#${name}`} />}</VirtualList>
  </div>
);

const renderList = (personCount: number) => render(personListOf(personCount));

const drawnItems = (): HTMLElement[] => within(screen.getByRole('list')).getAllByRole('listitem');

const scrollTo = (scrollTopPx: number): void => {
  const scroller = screen.getByTestId('scroller');
  scroller.scrollTop = scrollTopPx;
  act(() => void scroller.dispatchEvent(new Event('scroll')));
};

it('renders a short list completely, for the browser’s own search', () => {
  renderList(100);
  expect(drawnItems()).toHaveLength(100);
  expect(drawnItems()[0]).not.toHaveAttribute('aria-setsize');
});

it('renders only the visible rows of a long list and a few more, with each row’s index', () => {
  renderList(2_000);
  expect(drawnItems().length).toBeLessThan(40);
  expect(drawnItems()[3]).toHaveAttribute('aria-posinset', '4');
  expect(drawnItems()[3]).toHaveAttribute('aria-setsize', '2000');
  expect(screen.getByRole('list')).toHaveStyle({ height: `${2_000 * ROW_HEIGHT_PX}px` });
});

it('renders all rows without a scroller', () => {
  render(<VirtualList items={peopleOf(150)}>{({ name }) => <Row title={name} />}</VirtualList>);
  expect(drawnItems()).toHaveLength(150);
});

it('renders other rows after a scroll', () => {
  renderList(2_000);
  scrollTo(1_000 * ROW_HEIGHT_PX);
  expect(screen.getByRole('link', { name: 'Person 1003' })).toBeInTheDocument();
  expect(screen.queryByRole('link', { name: 'Person 3' })).not.toBeInTheDocument();
});

it('renders no visible row again', () => {
  const renderItem = jest.fn(({ name }: { readonly name: string }) => <Row title={name} />);
  render(
    <div data-testid="scroller" style={{ overflowY: 'auto', height: VIEWPORT_HEIGHT_PX }}>
      <VirtualList items={peopleOf(2_000)}>{renderItem}</VirtualList>
    </div>,
  );
  const itemTextsBefore = new Set(drawnItems().map(({ textContent }) => textContent));
  renderItem.mockClear();
  scrollTo(5 * ROW_HEIGHT_PX);
  const namesAfterScroll = renderItem.mock.calls.map(([{ name }]) => name);
  expect(namesAfterScroll).toContain('Person 24');
  expect(namesAfterScroll.filter((name) => itemTextsBefore.has(name))).toEqual([]);
});

it('keeps the focused row, wherever it is scrolled', () => {
  renderList(2_000);
  act(() => screen.getByRole('link', { name: 'Person 3' }).focus());
  scrollTo(1_000 * ROW_HEIGHT_PX);
  expect(screen.getByRole('link', { name: 'Person 3' })).toHaveFocus();
  expect(drawnItems()[0]).toHaveAttribute('aria-posinset', '4');
  act(() => screen.getByRole('link', { name: 'Person 1003' }).focus());
  expect(screen.queryByRole('link', { name: 'Person 3' })).not.toBeInTheDocument();
});

it('keeps rows and focus when it grows past a hundred, and when it shrinks again', () => {
  const { rerender } = renderList(100);
  const firstItems = drawnItems().slice(0, 10);
  act(() => screen.getByRole('link', { name: 'Person 80' }).focus());
  const focusedElement = document.activeElement;
  for (const personCount of [101, 100]) {
    rerender(personListOf(personCount));
    expect(document.activeElement).toBe(focusedElement);
    expect(drawnItems().slice(0, 10)).toEqual(firstItems);
  }
  expect(drawnItems()).toHaveLength(100);
});

describe('from its end', () => {
  interface ChatMessage {
    readonly key: string;
    readonly height: number;
  }

  const messagesBetween = (firstIndex: number, endIndex: number): ChatMessage[] =>
    Array.from({ length: endIndex - firstIndex }, (_, index) => ({
      key: `m${firstIndex + index}`,
      height: 40 + ((firstIndex + index) % 4) * 30,
    }));

  // Mocks the height of each row, and a scrolling element that limits its position as a browser does.
  beforeEach(() => {
    jest.useFakeTimers();
    jest.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockImplementation(function heightOf(this: HTMLElement) {
      return Number(
        this.dataset['key'] === undefined ? VIEWPORT_HEIGHT_PX : 40 + (Number(this.dataset['key'].slice(1)) % 4) * 30,
      );
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
  const listHandle = createRef<VirtualListHandle>();
  const chatListOf = (chatMessages: readonly ChatMessage[]) => (
    <div data-testid="scroller" style={{ overflowY: 'auto', height: VIEWPORT_HEIGHT_PX }}>
      <VirtualList
        items={chatMessages}
        anchor="end"
        look="plain"
        estimatedHeight={70}
        ref={listHandle}
        onAtEnd={onAtEnd}
        onNearStart={onNearStart}
      >
        {({ key }) => <Row title={key} />}
      </VirtualList>
    </div>
  );
  const chatListBetween = (firstIndex: number, endIndex: number) => chatListOf(messagesBetween(firstIndex, endIndex));

  const maxScrollTop = (): number => screen.getByTestId('scroller').scrollHeight - VIEWPORT_HEIGHT_PX;
  const currentScrollTop = (): number => screen.getByTestId('scroller').scrollTop;

  /** Returns the distance of a row from the upper edge of the scrolling element. */
  const visibleTopOf = (key: string): number => {
    const rowElement = screen.getByText(key).closest('li');
    return parseFloat(rowElement?.style.top ?? '') - currentScrollTop();
  };

  /** Runs the animation frames after a scroll or a render, and waits until scrolling counts as finished. */
  const runLayoutFrames = (): void => {
    for (let frameIndex = 0; frameIndex < 8; frameIndex += 1) {
      act(() => {
        jest.advanceTimersToNextFrame();
        screen.getByTestId('scroller').dispatchEvent(new Event('scroll'));
      });
    }
    act(() => void jest.advanceTimersByTime(200));
  };

  it('starts there, and reports it', () => {
    render(chatListBetween(0, 300));
    runLayoutFrames();
    expect(currentScrollTop()).toBe(maxScrollTop());
    expect(visibleTopOf('m299') + 40 + (299 % 4) * 30).toBe(VIEWPORT_HEIGHT_PX);
    expect(onAtEnd).toHaveBeenLastCalledWith(true);
    expect(onNearStart).not.toHaveBeenCalled();
  });

  it('adds older rows above without moving a line, however high they are', () => {
    const { rerender } = render(chatListBetween(100, 300));
    runLayoutFrames();
    scrollTo(1_000);
    runLayoutFrames();
    const firstVisibleKey =
      within(screen.getByRole('list'))
        .getAllByText(/^m/)
        .map(({ textContent }) => textContent)
        .find((key) => visibleTopOf(key) >= 0) ?? '';
    const rowTopBefore = visibleTopOf(firstVisibleKey);
    rerender(chatListBetween(50, 300));
    expect(visibleTopOf(firstVisibleKey)).toBe(rowTopBefore);
    runLayoutFrames();
    expect(visibleTopOf(firstVisibleKey)).toBe(rowTopBefore);
  });

  it('follows new rows at its end, and keeps the reader’s position anywhere else', () => {
    const { rerender } = render(chatListBetween(0, 300));
    runLayoutFrames();
    rerender(chatListBetween(0, 302));
    runLayoutFrames();
    expect(currentScrollTop()).toBe(maxScrollTop());
    scrollTo(maxScrollTop() - 500);
    runLayoutFrames();
    expect(onAtEnd).toHaveBeenLastCalledWith(false);
    const scrollTopBefore = currentScrollTop();
    rerender(chatListBetween(0, 303));
    runLayoutFrames();
    expect(currentScrollTop()).toBe(scrollTopBefore);
    act(() => listHandle.current?.scrollToEnd());
    runLayoutFrames();
    expect(currentScrollTop()).toBe(maxScrollTop());
    expect(onAtEnd).toHaveBeenLastCalledWith(true);
  });

  it('stays at its end while rows are added above the last one, until the reader scrolls away', () => {
    // The unsent messages of a chat are its last rows, so messages of others are inserted above them.
    const ownMessages = messagesBetween(1_000, 1_003);
    const chatListWith = (receivedCount: number) => chatListOf([...messagesBetween(0, receivedCount), ...ownMessages]);
    const { rerender } = render(chatListWith(300));
    runLayoutFrames();
    scrollTo(maxScrollTop() - 500);
    runLayoutFrames();
    act(() => listHandle.current?.scrollToEnd());
    for (let receivedCount = 301; receivedCount < 330; receivedCount += 3) {
      rerender(chatListWith(receivedCount));
      runLayoutFrames();
      expect(maxScrollTop() - currentScrollTop()).toBe(0);
    }
    expect(onAtEnd).toHaveBeenLastCalledWith(true);
    scrollTo(maxScrollTop() - 500);
    runLayoutFrames();
    const scrollTopBefore = currentScrollTop();
    rerender(chatListWith(333));
    runLayoutFrames();
    expect([currentScrollTop(), onAtEnd.mock.lastCall]).toEqual([scrollTopBefore, [false]]);
  });

  it('estimates a new row as high as the one above until it is measured', () => {
    const { rerender } = render(chatListBetween(0, 300));
    runLayoutFrames();
    const listHeightBefore = screen.getByRole('list').style.height;
    // The virtualizer (the library that renders only visible rows) doesn't measure new rows immediately during
    // scrolling.
    scrollTo(maxScrollTop() - 1);
    rerender(chatListBetween(0, 301));
    expect(parseFloat(screen.getByRole('list').style.height)).toBe(parseFloat(listHeightBefore) + 40 + (299 % 4) * 30);
  });

  it('keeps the height of a row that was as high as the one above', () => {
    const [measuredMessages, equallyHighMessages, moreEquallyHighMessages] = [
      messagesBetween(0, 297),
      messagesBetween(300, 301),
      messagesBetween(304, 305),
    ];
    const { rerender } = render(chatListOf(measuredMessages));
    runLayoutFrames();
    const listHeightBefore = parseFloat(screen.getByRole('list').style.height);
    for (const chatMessages of [
      [...measuredMessages, ...equallyHighMessages],
      [...measuredMessages, ...equallyHighMessages, ...moreEquallyHighMessages],
    ]) {
      rerender(chatListOf(chatMessages));
      runLayoutFrames();
    }
    expect(parseFloat(screen.getByRole('list').style.height)).toBe(listHeightBefore + 80);
  });

  it('reports once for each first row that the reader is near', () => {
    const { rerender } = render(chatListBetween(100, 300));
    runLayoutFrames();
    scrollTo(VIEWPORT_HEIGHT_PX - 10);
    runLayoutFrames();
    scrollTo(50);
    runLayoutFrames();
    expect(onNearStart).toHaveBeenCalledTimes(1);
    rerender(chatListBetween(95, 300));
    runLayoutFrames();
    expect(onNearStart).toHaveBeenCalledTimes(2);
  });
});
