import * as React from 'react';
import { createRoot } from 'react-dom/client';
import singleSpaReact from 'single-spa-react';
import type { ScreenModule, ScreenProps } from '../shell-contract';
import { ScreenBoundary } from './screen-boundary';
import { ShellProvider } from './shell-context';

/** Strict from the root on: below it, React would leave the first effects of a mount alone. */
const createStrictRoot = (element: Element) => {
  const root = createRoot(element);
  return {
    render: (screen: React.ReactNode) => root.render(<React.StrictMode>{screen}</React.StrictMode>),
    unmount: () => root.unmount(),
  };
};

/** Makes a screen module of a component: the default export of a screen's file. It gets a React root of its own. */
export const defineScreen = (Screen: React.ComponentType<ScreenProps>): ScreenModule => {
  const Root = (props: ScreenProps) => (
    <ShellProvider shell={props.shell}>
      <Screen {...props} />
    </ShellProvider>
  );
  const { bootstrap, mount, unmount, update } = singleSpaReact<ScreenProps>({
    React,
    ReactDOMClient: { createRoot: createStrictRoot },
    rootComponent: Root,
    errorBoundaryClass: ScreenBoundary,
  });
  return { bootstrap, mount, unmount, update };
};
