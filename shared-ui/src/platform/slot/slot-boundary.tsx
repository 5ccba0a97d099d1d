import { Component } from 'react';
import type { ReactNode } from 'react';

interface SlotBoundaryProps {
  readonly fallback: ReactNode;
  /** When it grows, a slot that failed tries again; one that stands is left alone. */
  readonly attempt: number;
  onFailure(error: Error): void;
  readonly children: ReactNode;
}

/** Keeps a slot that can't be had, or that throws, from taking its host down. */
export class SlotBoundary extends Component<SlotBoundaryProps, { readonly hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError(): { readonly hasFailed: boolean } {
    return { hasFailed: true };
  }

  override componentDidCatch(error: Error): void {
    this.props.onFailure(error);
  }

  override componentDidUpdate({ attempt }: SlotBoundaryProps): void {
    if (this.state.hasFailed && attempt !== this.props.attempt) this.setState({ hasFailed: false });
  }

  override render(): ReactNode {
    return this.state.hasFailed ? this.props.fallback : this.props.children;
  }
}
