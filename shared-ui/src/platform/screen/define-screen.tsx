import * as React from 'react';
import * as ReactDOMClient from 'react-dom/client';
import singleSpaReact from 'single-spa-react';
import type { ScreenModule, ScreenProps } from '../shell-contract';
import { ScreenBoundary } from './screen-boundary';
import { ShellProvider } from './shell-context';

/** Makes a screen module of a component: the default export of a screen's file. It gets a React root of its own. */
export const defineScreen = (Screen: React.ComponentType<ScreenProps>): ScreenModule => {
  const Root = (props: ScreenProps) => (
    <React.StrictMode>
      <ShellProvider shell={props.shell}>
        <Screen {...props} />
      </ShellProvider>
    </React.StrictMode>
  );
  const { bootstrap, mount, unmount, update } = singleSpaReact<ScreenProps>({ React, ReactDOMClient, rootComponent: Root, errorBoundaryClass: ScreenBoundary });
  return { bootstrap, mount, unmount, update };
};
