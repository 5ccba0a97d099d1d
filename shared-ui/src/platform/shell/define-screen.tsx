import * as React from 'react';
import { Component, Fragment, startTransition, StrictMode } from 'react';
import type { ComponentType, ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import type { AppProps } from 'single-spa';
import singleSpaReact from 'single-spa-react';
import type { ScreenModule, ScreenProps } from './shell-contract';
import { useTexts } from '../texts/texts';
import { ShellProvider } from './use-shell';

/**
 * Error message for a screen that throws during rendering, used if the page that mounts the screen provides no message
 * of its own.
 */
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

type ScreenBoundaryProps = ScreenProps & AppProps & { readonly children?: ReactNode };

interface ScreenBoundaryState {
  readonly hasFailed: boolean;
  /** Number of retries. It is the key of the content, so that a retry doesn't reuse the broken tree. */
  readonly attempt: number;
}

/** Error boundary of a screen. An error during rendering affects only this screen. */
class ScreenBoundary extends Component<ScreenBoundaryProps, ScreenBoundaryState> {
  override state: ScreenBoundaryState = { hasFailed: false, attempt: 0 };

  static getDerivedStateFromError(): Partial<ScreenBoundaryState> {
    return { hasFailed: true };
  }

  /** Whether the screen was rendered without an error. */
  #isShown = false;

  override componentDidMount(): void {
    this.#isShown = !this.state.hasFailed;
  }

  override componentDidUpdate(): void {
    if (!this.state.hasFailed) this.#isShown = true;
  }

  override componentDidCatch(error: Error): void {
    const phase = this.#isShown ? 'runtime' : 'mount';
    this.#isShown = false;
    this.props.shell.logEvent('screen_failed', { screen: this.props.name, error: error.message, phase });
  }

  readonly #retry = (): void => this.setState(({ attempt }) => ({ hasFailed: false, attempt: attempt + 1 }));

  override render(): ReactNode {
    const { hasFailed, attempt } = this.state;
    if (!hasFailed) return <Fragment key={attempt}>{this.props.children}</Fragment>;
    return this.props.renderFailure?.(this.#retry) ?? <ScreenFailure onRetry={this.#retry} />;
  }
}

interface ScreenRenderOptions {
  /**
   * Whether the screen renders in a transition. A large screen that is in the page from the start then renders in
   * several short steps, and the browser handles taps between them. A screen that the user opens by a tap should render
   * at once.
   */
  readonly isSliced: boolean;
}

/**
 * Creates a React root with StrictMode around the whole screen. With StrictMode further inside, React would not run the
 * effects of the first mount twice.
 */
const createStrictRoot = (hostElement: Element, { isSliced }: ScreenRenderOptions) => {
  const reactRoot = createRoot(hostElement);
  const renderStrict = (screenNode: ReactNode): void => reactRoot.render(<StrictMode>{screenNode}</StrictMode>);
  return {
    render: (screen: ReactNode): void =>
      isSliced ? startTransition(() => renderStrict(screen)) : renderStrict(screen),
    unmount: () => reactRoot.unmount(),
  };
};

/**
 * Creates a screen module from a component. It is the default export of a screen's file. Each screen gets its own React
 * root.
 */
export const defineScreen = (
  Screen: ComponentType<ScreenProps>,
  renderOptions: ScreenRenderOptions = { isSliced: false },
): ScreenModule => {
  const ScreenRoot = (props: ScreenProps) => (
    <ShellProvider shell={props.shell}>
      <Screen {...props} />
    </ShellProvider>
  );
  const { bootstrap, mount, unmount, update } = singleSpaReact<ScreenProps>({
    React,
    ReactDOMClient: { createRoot: (element: Element) => createStrictRoot(element, renderOptions) },
    rootComponent: ScreenRoot,
    errorBoundaryClass: ScreenBoundary,
  });
  return { bootstrap, mount, unmount, update };
};
