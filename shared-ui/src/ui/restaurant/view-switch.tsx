import styled from 'styled-components';
import { Icon } from '../art/art';
import type { IconSource } from '../art/art';
import { forcedColorsBorder, media, textStyles, tokens, pageBelowLowSheet } from '../theme/tokens';
import { useTabList } from '../use-tab-list';

interface ViewSwitchProps {
  readonly label: string;
  readonly options: readonly { readonly id: string; readonly label: string; readonly icon: IconSource }[];
  readonly selectedId: string;
  readonly onSelect: (id: string) => void;
}

/**
 * Button that switches between list and map, above the lower edge on phones. It is hidden from 701 px on, where both
 * fit side by side.
 */
export const ViewSwitch = ({ label, options, selectedId, onSelect }: ViewSwitchProps) => {
  const tabProps = useTabList({ ids: options.map((option) => option.id), selectedId, onSelect });
  return (
    <SwitchPill role="tablist" aria-label={label}>
      {options.map((option) => (
        <SegmentButton key={option.id} type="button" {...tabProps(option.id)}>
          <Icon source={option.icon} size={18} />
          {option.label}
        </SegmentButton>
      ))}
    </SwitchPill>
  );
};

const SwitchPill = styled.div`
  position: fixed;
  left: 50%;
  bottom: calc(14px + env(safe-area-inset-bottom) + var(--status-bar-height, 0px));
  transform: translateX(-50%);
  z-index: ${tokens.layer.viewSwitch};
  display: flex;
  /* Letters of twice the size stand below each other. */
  flex-wrap: wrap;
  width: max-content;
  max-width: calc(100vw - 16px);
  padding: 4px;
  border-radius: 26px;
  background: ${tokens.color.surface};
  box-shadow: ${tokens.color.e3};
  ${forcedColorsBorder}
  ${media.from701} {
    display: none;
  }
  ${media.low} {
    bottom: calc(4px + var(--status-bar-height, 0px));
  }
  ${pageBelowLowSheet} & {
    visibility: hidden;
  }
`;

const SegmentButton = styled.button`
  ${textStyles.small}
  display: flex;
  flex: 1 0 auto;
  align-items: center;
  justify-content: center;
  gap: 7px;
  max-width: 100%;
  min-height: 44px;
  padding: 0 16px 0 13px;
  border-radius: ${tokens.radius.full};
  font-weight: 600;
  min-width: 0;
  overflow-wrap: anywhere;
  color: ${tokens.color.ink2};
  transition: background ${tokens.duration.swap} ${tokens.curve.in};
  &[aria-selected='true'] {
    background: ${tokens.color.inverse};
    color: ${tokens.color.onInverse};
  }
  ${media.below360} {
    padding: 0 12px 0 9px;
  }
`;
