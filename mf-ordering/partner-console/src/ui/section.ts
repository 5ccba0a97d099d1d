import { textStyles, tokens } from '@mahlzeit/shared-ui/ui';
import styled from 'styled-components';

/** Section of the console's side, below the menu. */
export const ConsoleSection = styled.section`
  display: grid;
  justify-items: start;
  gap: 10px;
  padding: 18px 20px;
  border-top: 1px solid ${tokens.color.line};
`;

export const SectionTitle = styled.h2`
  ${textStyles.h3}
`;
