import type { ReactNode } from 'react';
import styled from 'styled-components';
import type { IconSource } from '../art';
import { Icon } from '../art';
import { tokens } from '../theme';

interface FactProps {
  readonly icon: IconSource;
  readonly children: ReactNode;
}

/** One fact with its icon: address, hours, phone. Stands in a FactList. */
export const Fact = ({ icon, children }: FactProps) => (
  <FactLine>
    <Icon of={icon} size={18} />
    <div>{children}</div>
  </FactLine>
);

/** What there is to know about a place. */
export const FactList = styled.ul`
  display: grid;
  gap: 12px;
`;

const FactLine = styled.li`
  display: flex;
  gap: 12px;
  font-size: 0.9375rem;
  line-height: 1.3125rem;
  > svg {
    margin-top: calc((1lh - 18px) / 2);
    color: ${tokens.color.ink3};
  }
  > div { min-width: 0; overflow-wrap: anywhere; }
`;
