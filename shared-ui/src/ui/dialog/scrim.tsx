import type { ReactNode } from 'react';
import { German } from '../german';
import { useOverlayEntry } from '../overlay-entry';
import type { OverlayEntry } from '../overlay-entry';
import { ScrimArea } from './sheet.styles';
import type { SheetPlace } from './sheet.styles';

interface ScrimProps {
  readonly layer: number;
  readonly place?: SheetPlace | null | undefined;
  readonly entry: OverlayEntry;
  /** True by default. If false, Escape, Back and a press outside of the overlay do nothing. */
  readonly isDismissable?: boolean;
  /** True by default. If false, a press outside of the overlay does nothing. */
  readonly closesByPress?: boolean;
  /** Called when the user presses Escape, Back or a place outside of the overlay. */
  readonly onDismiss: () => void;
  readonly children: ReactNode;
}

/** Darkened area over the page with an overlay in it. While it is rendered, nothing behind it can be used (`inert`). */
export const Scrim = ({
  layer,
  place,
  entry,
  isDismissable = true,
  closesByPress = true,
  onDismiss,
  children,
}: ScrimProps) => {
  useOverlayEntry(isDismissable ? entry : 'none', onDismiss);
  return (
    <German>
      <ScrimArea
        $layer={layer}
        $place={place}
        isOpen
        isDismissable={isDismissable && closesByPress}
        isKeyboardDismissDisabled={!isDismissable}
        onOpenChange={(isOpen) => !isOpen && onDismiss()}
      >
        {children}
      </ScrimArea>
    </German>
  );
};
