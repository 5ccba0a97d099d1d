import { Component, Fragment } from 'react';
import type { ReactNode } from 'react';
import type { AppProps } from 'single-spa';
import type { ScreenProps } from '../shell-contract';
import { ScreenFailure } from './screen-failure';

type BoundaryProps = ScreenProps & AppProps & { readonly children?: ReactNode };

interface BoundaryState {
  readonly hasFailed: boolean;
  /** Counts renderings afresh: a retry must not reuse what broke. */
  readonly attempt: number;
}

/** Keeps a screen that throws while rendering from taking anything else down. */
export class ScreenBoundary extends Component<BoundaryProps, BoundaryState> {
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
