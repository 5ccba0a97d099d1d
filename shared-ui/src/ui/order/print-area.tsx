import type { ReactNode } from 'react';
import { createGlobalStyle } from 'styled-components';

// What holds the area lies in the page like any block, and what stands beside it is left out: dialogs, docks, the page behind.
const PrintRules = createGlobalStyle`
  @media print {
    @page { size: A4; margin: 18mm; }
    :has([data-print-area]) {
      display: block !important;
      position: static !important;
      overflow: visible !important;
      width: auto !important;
      height: auto !important;
      max-width: none !important;
      max-height: none !important;
      margin: 0 !important;
      padding: 0 !important;
      border: 0 !important;
      background: none !important;
      box-shadow: none !important;
      animation: none !important;
      transform: none !important;
    }
    :has([data-print-area]) > :not(:has([data-print-area]), [data-print-area]) { display: none !important; }
    [data-print-area], [data-print-area] * { color: black !important; background: none !important; box-shadow: none !important; }
    [data-print-area] li, [data-print-area] tr { break-inside: avoid; }
  }
`;

/** While it is shown, it alone is printed: black on white, on A4. */
export const PrintArea = ({ children }: { readonly children: ReactNode }) => (
  <div data-print-area="">
    <PrintRules />
    {children}
  </div>
);
