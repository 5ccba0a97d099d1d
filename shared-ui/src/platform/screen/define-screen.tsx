import * as React from 'react';
import { createRoot } from 'react-dom/client';
import singleSpaReact from 'single-spa-react';
import type { ScreenModule, ScreenProps } from '../shell-contract';
import { ScreenBoundary } from './screen-boundary';
import { ShellProvider } from './shell-context';

/** How a screen is drawn. */
interface ScreenDrawing {
  /**
   * In a transition: a large screen that stands in the page from the start is drawn in slices that a tap can come
   * between. What somebody has tapped for and waits for is drawn at once.
   */
  readonly isSliced: boolean;
}

/** Strict from the root on: below it, React would leave the first effects of a mount alone. */
const createStrictRoot = (element: Element, { isSliced }: ScreenDrawing) => {
  const root = createRoot(element);
  const draw = (screen: React.ReactNode): void => root.render(<React.StrictMode>{screen}</React.StrictMode>);
  return {
    render: (screen: React.ReactNode): void => (isSliced ? React.startTransition(() => draw(screen)) : draw(screen)),
    unmount: () => root.unmount(),
  };
};

/** Makes a screen module of a component: the default export of a screen's file. It gets a React root of its own. */
export const defineScreen = (Screen: React.ComponentType<ScreenProps>, drawing: ScreenDrawing = { isSliced: false }): ScreenModule => {
  const Root = (props: ScreenProps) => (
    <ShellProvider shell={props.shell}>
      <Screen {...props} />
    </ShellProvider>
  );
  const { bootstrap, mount, unmount, update } = singleSpaReact<ScreenProps>({
    React,
    ReactDOMClient: { createRoot: (element: Element) => createStrictRoot(element, drawing) },
    rootComponent: Root,
    errorBoundaryClass: ScreenBoundary,
  });
  return { bootstrap, mount, unmount, update };
};
