import * as React from 'react';
import { Component, Fragment, startTransition, StrictMode } from 'react';
import type { ComponentType, ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import type { AppProps } from 'single-spa';
import singleSpaReact from 'single-spa-react';
import type { ScreenModule, ScreenProps } from './shell-contract';
import { useTexts } from '../texts/texts';
import { ShellProvider } from './use-shell';

/** Message for a broken screen, used when the host provides none. */
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
  /** Number of retries. It is the key of the content, so that a retry doesn't reuse the broken tree. */
  readonly attempt: number;
}

/** Error boundary of a screen. An error during rendering affects only this screen. */
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

/** Options that control how a screen is rendered. */
interface RenderOptions {
  /**
   * Whether the screen renders in a transition. A large screen that is in the page from the start then renders in
   * slices, and taps are handled between them. A screen that the user opens by a tap should render at once.
   */
  readonly isSliced: boolean;
}

/**
 * Creates a React root with StrictMode around the whole screen. With StrictMode further inside, React would not run the
 * effects of the first mount twice.
 */
const createStrictRoot = (element: Element, { isSliced }: RenderOptions) => {
  const root = createRoot(element);
  const renderStrict = (screen: ReactNode): void => root.render(<StrictMode>{screen}</StrictMode>);
  return {
    render: (screen: ReactNode): void =>
      isSliced ? startTransition(() => renderStrict(screen)) : renderStrict(screen),
    unmount: () => root.unmount(),
  };
};

/**
 * Creates a screen module from a component. It is the default export of a screen's file. Each screen gets its own React
 * root.
 */
export const defineScreen = (
  Screen: ComponentType<ScreenProps>,
  renderOptions: RenderOptions = { isSliced: false },
): ScreenModule => {
  const Root = (props: ScreenProps) => (
    <ShellProvider shell={props.shell}>
      <Screen {...props} />
    </ShellProvider>
  );
  const { bootstrap, mount, unmount, update } = singleSpaReact<ScreenProps>({
    React,
    ReactDOMClient: { createRoot: (element: Element) => createStrictRoot(element, renderOptions) },
    rootComponent: Root,
    errorBoundaryClass: ScreenBoundary,
  });
  return { bootstrap, mount, unmount, update };
};
