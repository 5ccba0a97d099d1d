import type { ReactNode } from 'react';
import { useId } from 'react';
import styled from 'styled-components';
import { H2, H3, Small } from '../text';

interface SectionProps {
  readonly title: string;
  /** Right of the title: „heute 11:30 bis 14:30“. */
  readonly aside?: ReactNode;
  /** Level of the heading; default 2. */
  readonly level?: 2 | 3;
  readonly children: ReactNode;
}

/** A titled part of a page; a landmark that is named by its title. */
export const Section = ({ title, aside, level = 2, children }: SectionProps) => {
  const id = useId();
  const Title = level === 2 ? H2 : H3;
  return (
    <section aria-labelledby={id}>
      <SectionHead>
        <Title id={id}>{title}</Title>
        {aside !== undefined && (
          <Small as="span" $tone="quiet">
            {aside}
          </Small>
        )}
      </SectionHead>
      {children}
    </section>
  );
};

const SectionHead = styled.div`
  display: flex;
  flex-wrap: wrap;
  justify-content: space-between;
  align-items: baseline;
  gap: 2px 12px;
  margin-bottom: 4px;
`;
