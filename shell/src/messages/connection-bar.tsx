import { useObservable } from '@mahlzeit/shared-ui/platform';
import type { Observable } from '@mahlzeit/shared-ui/platform';
import { StatusBar } from '@mahlzeit/shared-ui/ui';
import { WifiOff } from 'lucide-react';

/** Bar that says that there is no connection, while there is a text. Screen readers reach it beside an open dialog. */
export const ConnectionBar = ({ connectionText }: { readonly connectionText: Observable<string | null> }) => {
  const text = useObservable(connectionText);
  return (
    // The live region stays in the page even when empty, so that screen readers announce its text.
    <div role="status" data-react-aria-top-layer="true">
      {text !== null && <StatusBar icon={WifiOff}>{text}</StatusBar>}
    </div>
  );
};
