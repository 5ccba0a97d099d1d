import styled from 'styled-components';
import { StoryColumn, Specimen } from '../../../.storybook/story-frame';
import type { StoriesMeta, Story } from '../../../.storybook/story';
import { textStyles, tokens } from './tokens';

const meta: StoriesMeta = { title: 'Foundations/Tokens' };
export default meta;

const COLOR_GROUPS = [
  { title: 'Grounds', names: ['bg', 'surface', 'sunken', 'hover', 'line', 'lineStrong', 'inverse', 'scrim'] },
  {
    title: 'Plum: you can act, or you chose it',
    names: ['plum', 'plumHover', 'plumPress', 'plumText', 'plumTint', 'plumLine'],
  },
  { title: 'Butter and apricot: savings, new', names: ['butter', 'butterTint', 'apricotTint'] },
  {
    title: 'State',
    names: ['ok', 'okTint', 'warn', 'warnTint', 'err', 'errTint', 'info', 'infoTint', 'star', 'starLine'],
  },
  { title: 'Map', names: ['mapLand', 'mapBlock', 'mapStreet', 'mapMain', 'mapPark', 'mapWater', 'pin', 'pinOff'] },
  {
    title: 'Table',
    names: [
      'plate',
      'plateRim',
      'apricotLight',
      'apricotDeep',
      'butterLight',
      'butterDeep',
      'herbLight',
      'herbDeep',
      'plumLight',
      'plumDeep',
      'skyLight',
      'skyDeep',
      'cocoaLight',
      'cocoaDeep',
    ],
  },
] as const;

/** Story with every colour and its name, in the selected colour scheme. */
export const Colours: Story = {
  render: () => (
    <StoryColumn>
      {COLOR_GROUPS.map(({ title, names }) => (
        <Specimen key={title} label={title} isInline>
          {names.map((name) => (
            <Swatch key={name}>
              <ColorPatch $color={tokens.color[name]} />
              {name}
            </Swatch>
          ))}
        </Specimen>
      ))}
    </StoryColumn>
  ),
};

const TEXT_AND_GROUND_PAIRS = [
  { text: 'onPlum', ground: 'plum' },
  { text: 'onPlumTint', ground: 'plumTint' },
  { text: 'onButter', ground: 'butter' },
  { text: 'onApricotTint', ground: 'apricotTint' },
  { text: 'onOkTint', ground: 'okTint' },
  { text: 'onWarnTint', ground: 'warnTint' },
  { text: 'onErrTint', ground: 'errTint' },
  { text: 'onErr', ground: 'err' },
  { text: 'onInfoTint', ground: 'infoTint' },
  { text: 'onInverse', ground: 'inverse' },
  { text: 'inverseAccent', ground: 'inverse' },
  { text: 'ink', ground: 'bg' },
  { text: 'ink2', ground: 'bg' },
  { text: 'ink3', ground: 'sunken' },
] as const;

/** Story with text colours on the backgrounds for which they have enough contrast. */
export const TextOnColour: Story = {
  render: () => (
    <StoryColumn>
      <Specimen label="Text on ground" isInline>
        {TEXT_AND_GROUND_PAIRS.map(({ text, ground }) => (
          <TintSample key={text} $text={tokens.color[text]} $ground={tokens.color[ground]}>
            {text}
          </TintSample>
        ))}
      </Specimen>
    </StoryColumn>
  ),
};

const TEXT_STYLES = [
  'display',
  'h1',
  'h2',
  'h3',
  'body',
  'label',
  'small',
  'caption',
  'micro',
  'total',
  'digits',
] as const;
const SHADOWS = ['e1', 'e2', 'e3', 'ePin', 'eSticky'] as const;
const RADII = ['tag', 'small', 'control', 'thumb', 'card', 'sheet', 'dialog', 'full'] as const;
const SPACE_STEPS = [2, 4, 6, 8, 10, 12, 14, 16, 20, 24, 28, 32, 40, 48] as const;

/** Story with all steps of the type scale, with long German words. */
export const TypeScale: Story = {
  render: () => (
    <StoryColumn>
      {TEXT_STYLES.map((name) => (
        <Specimen key={name} label={name}>
          <TextSample $style={name}>Mittagstisch für 8,90&nbsp;€ am Schlossbräukeller</TextSample>
        </Specimen>
      ))}
    </StoryColumn>
  ),
};

/** Story with shadows, radii and spacing. Shadows fall straight down; the dark scheme has thin lines instead. */
export const ShapeAndSpace: Story = {
  render: () => (
    <StoryColumn>
      <Specimen label="Shadows" isInline>
        {SHADOWS.map((name) => (
          <ShapeSample key={name} $radius={tokens.radius.card} $shadow={tokens.color[name]}>
            {name}
          </ShapeSample>
        ))}
      </Specimen>
      <Specimen label="Radii" isInline>
        {RADII.map((name) => (
          <ShapeSample key={name} $radius={tokens.radius[name]} $shadow={tokens.color.e1}>
            {name}
          </ShapeSample>
        ))}
      </Specimen>
      <Specimen label="Spacing">
        {SPACE_STEPS.map((spaceStep) => (
          <SpaceSample key={spaceStep} $width={tokens.space[spaceStep]}>
            {spaceStep}
          </SpaceSample>
        ))}
      </Specimen>
    </StoryColumn>
  ),
};

const Swatch = styled.span`
  ${textStyles.micro}
  display: grid;
  gap: 4px;
  width: 84px;
`;

const ColorPatch = styled.span<{ readonly $color: string }>`
  height: 48px;
  border-radius: ${tokens.radius.small};
  background: ${({ $color }) => $color};
  box-shadow: inset 0 0 0 1px ${tokens.color.line};
`;

const TintSample = styled.span<{ readonly $text: string; readonly $ground: string }>`
  ${textStyles.label}
  padding: 10px 14px;
  border-radius: ${tokens.radius.small};
  color: ${({ $text }) => $text};
  background: ${({ $ground }) => $ground};
`;

const TextSample = styled.p<{ readonly $style: (typeof TEXT_STYLES)[number] }>`
  ${({ $style }) => textStyles[$style]}
`;

const ShapeSample = styled.span<{ readonly $radius: string; readonly $shadow: string }>`
  ${textStyles.micro}
  display: grid;
  place-items: center;
  width: 84px;
  height: 84px;
  border-radius: ${({ $radius }) => $radius};
  background: ${tokens.color.surface};
  box-shadow: ${({ $shadow }) => $shadow};
`;

const SpaceSample = styled.div<{ readonly $width: string }>`
  ${textStyles.micro}
  display: flex;
  align-items: center;
  gap: 8px;
  &::before {
    content: '';
    width: ${({ $width }) => $width};
    height: 12px;
    background: ${tokens.color.plumTint};
  }
`;
