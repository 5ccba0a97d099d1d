import type { ReactNode } from 'react';
import styled from 'styled-components';

/** While it is shown, it alone is printed: black on white, on A4. The page's base styles see to it. */
export const PrintArea = ({ children }: { readonly children: ReactNode }) => <Area data-print-area="">{children}</Area>;

const Area = styled.div`
  @media print { li, tr { break-inside: avoid; } }
`;
