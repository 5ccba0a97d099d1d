import * as React from 'react';
import { Component, Fragment, startTransition, StrictMode } from 'react';
import type { ComponentType, ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import type { AppProps } from 'single-spa';
import singleSpaReact from 'single-spa-react';
import type { ScreenModule, ScreenProps } from './shell-contract';
import { useTexts } from '../texts/texts';
import { ShellProvider } from './use-shell';

/** What stands in for a broken screen where the host gives nothing of its own. */
const ScreenFailure = ({ onRetry }: { readonly onRetry: () => void }) => {
  const t = useTexts();
  return (
    <div role="alert">
      <p>{t('ScreenFailed')}</p>
      <button type="button" onClick={onRetry}>
        {t('TryAgain')}
      </button>
    </div>
  );
};

type BoundaryProps = ScreenProps & AppProps & { readonly children?: ReactNode };

interface BoundaryState {
  readonly hasFailed: boolean;
  /** Counts renderings afresh: a retry must not reuse what broke. */
  readonly attempt: number;
}

/** Keeps a screen that throws while rendering from taking anything else down. */
class ScreenBoundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { hasFailed: false, attempt: 0 };

  static getDerivedStateFromError(): Partial<BoundaryState> {
    return { hasFailed: true };
  }

  override componentDidCatch(error: Error): void {
    this.props.shell.logEvent('screen_failed', { screen: this.props.name, error: error.message });
  }

  readonly #retry = (): void => this.setState(({ attempt }) => ({ hasFailed: false, attempt: attempt + 1 }));

  override render(): ReactNode {
    const { hasFailed, attempt } = this.state;
    if (!hasFailed) return <Fragment key={attempt}>{this.props.children}</Fragment>;
    return this.props.renderFailure?.(this.#retry) ?? <ScreenFailure onRetry={this.#retry} />;
  }
}

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
  const draw = (screen: ReactNode): void => root.render(<StrictMode>{screen}</StrictMode>);
  return {
    render: (screen: ReactNode): void => (isSliced ? startTransition(() => draw(screen)) : draw(screen)),
    unmount: () => root.unmount(),
  };
};

/** Makes a screen module of a component: the default export of a screen's file. It gets a React root of its own. */
export const defineScreen = (
  Screen: ComponentType<ScreenProps>,
  drawing: ScreenDrawing = { isSliced: false },
): ScreenModule => {
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
