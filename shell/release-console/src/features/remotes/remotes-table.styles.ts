import { media, textStyles, tokens } from '@mahlzeit/shared-ui/ui';
import styled, { css } from 'styled-components';

export const Table = styled.table`
  ${textStyles.small}
  width: 100%;
  border-collapse: collapse;
  table-layout: fixed;
  th,
  td {
    padding: 16px 12px 16px 0;
    text-align: left;
    vertical-align: middle;
    font-weight: 400;
    overflow-wrap: anywhere;
  }
  th:first-child {
    padding-left: 20px;
  }
  ${media.below701} {
    &,
    tbody {
      display: block;
    }
    tbody {
      display: grid;
      gap: 12px;
      padding: 12px 16px;
    }
    colgroup {
      display: none;
    }
    thead {
      position: absolute;
    }
  }
`;

const visuallyHiddenRow = css`
  ${media.below701} {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: clip;
    clip-path: inset(50%);
  }
`;

export const HeadRow = styled.tr`
  > th {
    ${textStyles.caption}
    padding-block: 14px 12px;
    font-weight: 600;
    color: ${tokens.color.ink2};
  }
  ${visuallyHiddenRow}
`;

export const Row = styled.tr<{ readonly $isChosen: boolean }>`
  position: relative;
  border-top: 1px solid ${tokens.color.line};
  ${({ $isChosen }) =>
    $isChosen &&
    css`
      background: ${tokens.color.plumTint};
      box-shadow: inset 3px 0 0 ${tokens.color.plum};
    `}
  ${media.hover} {
    &:hover {
      background: ${({ $isChosen }) => ($isChosen ? tokens.color.plumTint : tokens.color.hover)};
    }
  }
  ${media.below701} {
    display: grid;
    grid-template-columns: repeat(2, minmax(0, 1fr));
    gap: 14px 16px;
    padding: 16px;
    border: 1px solid ${tokens.color.line};
    border-radius: ${tokens.radius.card};
    background: ${tokens.color.surface};
    th,
    td,
    th:first-child {
      padding: 0;
    }
    > th {
      grid-column: 1 / -1;
    }
    /* A card has no place for what the token's owner can't know. */
    &[data-foreign] > :is(td:nth-of-type(2), td:nth-of-type(4)) {
      display: none;
    }
  }
`;

/** Link to the details of a remote. A press anywhere on the row follows it. */
export const RemoteLink = styled.a`
  ${textStyles.label}
  color: ${tokens.color.plumText};
  text-decoration: none;
  ${media.from1200} {
    color: ${tokens.color.ink};
  }
  &::after {
    content: '';
    position: absolute;
    inset: 0;
  }
  &:focus-visible {
    outline: none;
  }
  &:focus-visible::after {
    outline: 2px solid ${tokens.color.plumText};
    outline-offset: -2px;
  }
`;

/** Name of a table column, shown beside the value when rows become cards on phones. */
export const CellLabel = styled.span`
  ${textStyles.caption}
  display: none;
  margin-bottom: 2px;
  color: ${tokens.color.ink2};
  ${media.below701} {
    display: block;
  }
`;
