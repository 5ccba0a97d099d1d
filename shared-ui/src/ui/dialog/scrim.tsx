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
  /** Default true. False: Escape, Back and a press outside do nothing. */
  readonly isDismissable?: boolean;
  /** Default true. False: a press outside does nothing. */
  readonly closesByPress?: boolean;
  /** Called by Escape, Back and a press outside. */
  readonly onDismiss: () => void;
  readonly children: ReactNode;
}

/** Darkened area over the page with an overlay in it. Everything behind it is inert while it is rendered. */
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
