import { Button, EmptyState } from '@mahlzeit/shared-ui/ui';
import { CircleAlert, RefreshCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { Component } from 'react';
import { text } from '../shell-texts';

interface CrashBoundaryProps {
  readonly children: ReactNode;
  readonly onReload: () => void;
}

/** The last line: where the shell itself breaks, a German page with a way out instead of a blank one. */
export class CrashBoundary extends Component<CrashBoundaryProps, { readonly hasCrashed: boolean }> {
  override state = { hasCrashed: false };

  static getDerivedStateFromError(): { readonly hasCrashed: boolean } {
    return { hasCrashed: true };
  }

  override render(): ReactNode {
    if (!this.state.hasCrashed) return this.props.children;
    return (
      <main>
        <EmptyState icon={CircleAlert} title={text('CrashTitle')} text={text('CrashText')} level={1}>
          <Button icon={RefreshCw} onClick={this.props.onReload}>{text('Reload')}</Button>
        </EmptyState>
      </main>
    );
  }
}
