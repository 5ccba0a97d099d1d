export { Button, ButtonLink } from './button';
export type { ButtonSize, ButtonVariant } from './button-styles';
export { PauseSign } from './button-styles';
export { DisabledReason } from './disabled-reason';
export { IconButton, IconLink } from './icon-button';
export { LinkButton, TextLink } from './link-button';
export { useMoment } from './use-moment';
