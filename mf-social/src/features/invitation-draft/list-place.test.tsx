import { ListMapSplit, ListPane, MapPane } from '@mahlzeit/shared-ui/ui';
import { act, render, renderHook, screen } from '@testing-library/react';
import { useListPanePosition } from './list-place';

describe('the position of the list beside the map', () => {
  class FakeResizeObserver implements ResizeObserver {
    readonly #notify: () => void;
    constructor(callback: ResizeObserverCallback) {
      this.#notify = () => callback([], this);
    }
    observe(): void {
      observerCallbacks.add(this.#notify);
    }
    unobserve = (): void => undefined;
    disconnect(): void {
      observerCallbacks.delete(this.#notify);
    }
  }
  const observerCallbacks = new Set<() => void>();
  const withElementSize = (
    element: HTMLElement,
    { left, width, height }: { readonly left: number; readonly width: number; readonly height: number },
  ): void => {
    Object.defineProperty(element, 'clientWidth', { configurable: true, value: width });
    Object.defineProperty(element, 'clientHeight', { configurable: true, value: height });
    element.getBoundingClientRect = () => new DOMRect(left, 900 - height, width, height);
  };
  const renderBesideMap = (listSize: { readonly width: number; readonly height: number }, mapWidth: number) => {
    render(
      <ListMapSplit data-view="list">
        <ListPane data-testid="list" />
        <MapPane data-testid="map" />
      </ListMapSplit>,
    );
    withElementSize(screen.getByTestId('list'), { left: 0, ...listSize });
    withElementSize(screen.getByTestId('map'), { left: listSize.width, width: mapWidth, height: listSize.height });
    return renderHook(() => useListPanePosition());
  };

  beforeEach(() => {
    window.ResizeObserver = FakeResizeObserver;
  });

  it('follows the list until there is too little space', () => {
    const { result, unmount } = renderBesideMap({ width: 480, height: 780 }, 960);
    expect(result.current).toEqual({ top: 120, left: 0, width: 480 });
    withElementSize(screen.getByTestId('list'), { left: 0, width: 400, height: 740 });
    act(() => observerCallbacks.forEach((observerCallback) => observerCallback()));
    expect(result.current).toEqual({ top: 160, left: 0, width: 400 });
    withElementSize(screen.getByTestId('list'), { left: 0, width: 400, height: 300 });
    act(() => observerCallbacks.forEach((notify) => notify()));
    expect(result.current).toBeNull();
    unmount();
    expect(observerCallbacks.size).toBe(0);
  });

  it.each([
    ['the list stands alone', { width: 360, height: 4_000 }, 0],
    ['letters are too large for it', { width: 300, height: 780 }, 600],
  ])('is missing when %s', (_case, listSize, mapWidth) => {
    expect(renderBesideMap(listSize, mapWidth).result.current).toBeNull();
  });
});
