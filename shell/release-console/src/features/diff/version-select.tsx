import type { ReleaseSummary } from '@mahlzeit/contract';
import { forcedColorsBorder, Icon, textStyles, tokens } from '@mahlzeit/shared-ui/ui';
import { ChevronDown } from 'lucide-react';
import styled from 'styled-components';

interface VersionSelectProps {
  readonly label: string;
  readonly releases: readonly ReleaseSummary[];
  readonly version: string;
  readonly onChange: (version: string) => void;
}

/**
 * Select box for one of a remote's releases. It is the browser's own control, which stays usable with hundreds of
 * releases.
 */
export const VersionSelect = ({ label, releases, version, onChange }: VersionSelectProps) => (
  <SelectFrame>
    <SelectInput aria-label={label} value={version} onChange={({ target }) => onChange(target.value)}>
      {releases.map((release) => (
        <option key={release.version} value={release.version}>
          {release.version}
        </option>
      ))}
    </SelectInput>
    <Icon source={ChevronDown} size={16} />
  </SelectFrame>
);

const SelectFrame = styled.span`
  position: relative;
  display: grid;
  align-items: center;
  min-width: 0;
  > svg {
    position: absolute;
    right: 12px;
    pointer-events: none;
  }
`;

const SelectInput = styled.select`
  ${textStyles.label}
  ${textStyles.digits}
  appearance: none;
  width: 100%;
  min-width: 0;
  min-height: 44px;
  padding: 8px 34px 8px 12px;
  border: 0;
  border-radius: 12px;
  background: ${tokens.color.surface};
  color: ${tokens.color.ink};
  font-family: inherit;
  box-shadow: inset 0 0 0 1px ${tokens.color.lineStrong};
  text-overflow: ellipsis;
  ${forcedColorsBorder}
`;
